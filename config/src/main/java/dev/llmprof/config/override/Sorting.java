package dev.llmprof.config.override;

import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.override.Functions.Mistake;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Order among values: numbers with numbers, texts with texts.
final class Sorting {

    private Sorting() {}

    static List<Element> sorted(List<Element> items, boolean reverse) {
        Comparator<Element> order = Sorting::compare;
        List<Element> sorted = new ArrayList<>(items);
        sorted.sort(reverse ? order.reversed() : order);
        return sorted;
    }

    static void requireWord(Element element) {
        if (!(element instanceof Element.Word)) {
            throw new Mistake("only values can be sorted, not " + Element.print(element));
        }
    }

    /// A range running the asked way over the same values.
    static Sweep.Range directed(Sweep.Range range, boolean reverse) {
        BigDecimal start = decimal(range.start());
        BigDecimal stop = decimal(range.stop());
        BigDecimal step = decimal(range.step());
        if (!reverse && start.compareTo(stop) > 0) {
            return range(range, stop.add(step.abs()), start.add(step.abs()), step.negate());
        }
        if (reverse && start.compareTo(stop) < 0) {
            return range(range, stop.subtract(step), start.subtract(step), step.negate());
        }
        return range;
    }

    private static Sweep.Range range(
            Sweep.Range like, BigDecimal start, BigDecimal stop, BigDecimal step) {
        boolean whole =
                !(like.start() instanceof Node.Real
                        || like.stop() instanceof Node.Real
                        || like.step() instanceof Node.Real);
        return new Sweep.Range(
                number(start, whole),
                number(stop, whole),
                number(step, whole),
                like.shuffle(),
                like.tags());
    }

    private static Node.Scalar number(BigDecimal value, boolean whole) {
        return whole
                ? new Node.Whole(value.toBigInteger(), Origin.ENGINE)
                : new Node.Real(value.doubleValue(), Origin.ENGINE);
    }

    private static int compare(Element a, Element b) {
        if (isNumber(a) && isNumber(b)) {
            return Double.compare(real(a), real(b));
        }
        if (a instanceof Element.Items(List<Element> first)
                && b instanceof Element.Items(List<Element> second)) {
            return compare(first, second);
        }
        String left = text(a);
        String right = text(b);
        return left.compareTo(right);
    }

    /// As Python has it: the first items that differ decide, else the shorter list is first.
    private static int compare(List<Element> first, List<Element> second) {
        for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
            if (!first.get(i).equals(second.get(i))) {
                int order = compare(first.get(i), second.get(i));
                if (order != 0) {
                    return order;
                }
            }
        }
        return Integer.compare(first.size(), second.size());
    }

    private static boolean isNumber(Element element) {
        return element instanceof Element.Word(Node.Scalar value)
                && (value instanceof Node.Whole
                        || value instanceof Node.Real
                        || value instanceof Node.Truth);
    }

    private static double real(Element element) {
        return element instanceof Element.Word(Node.Scalar value)
                ? decimalOrDouble(value)
                : Double.NaN;
    }

    private static double decimalOrDouble(Node.Scalar value) {
        return Casts.real(value) instanceof Node.Real(double real, _) ? real : Double.NaN;
    }

    private static String text(Element element) {
        return switch (element) {
            case Element.Word(Node.Text(String text, _)) -> text;
            case Element.Quoted(String text, _) -> text;
            default -> throw new Mistake("numbers and texts cannot be sorted together, nor lists");
        };
    }

    static BigDecimal decimal(Node.Scalar value) {
        return switch (value) {
            case Node.Whole(var whole, _) -> new BigDecimal(whole);
            case Node.Truth(boolean truth, _) -> truth ? BigDecimal.ONE : BigDecimal.ZERO;
            case Node.Real(double real, _) when Double.isFinite(real) -> new BigDecimal(real);
            default -> throw new Mistake("a range needs finite numbers");
        };
    }
}
