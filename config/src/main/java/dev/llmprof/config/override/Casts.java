package dev.llmprof.config.override;

import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.override.Functions.Mistake;
import dev.llmprof.config.python.PythonNumbers;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/// `int`, `float`, `str` and `bool` of values, lists, maps and sweeps.
final class Casts {

    private Casts() {}

    static Value cast(String type, Value value) {
        return switch (value) {
            case Element element -> element(type, element);
            case Sweep.Choice(var items, boolean simple, boolean shuffle, var tags) ->
                    new Sweep.Choice(
                            items.stream().map(item -> element(type, item)).toList(),
                            simple,
                            shuffle,
                            tags);
            case Sweep.Range(var start, var stop, var step, boolean shuffle, var tags) ->
                    new Sweep.Range(
                            number(type, start, "Range"),
                            number(type, stop, "Range"),
                            number(type, step, "Range"),
                            shuffle,
                            tags);
            case Sweep.Interval(var start, var end, var tags) ->
                    new Sweep.Interval(
                            number(type, start, "Interval"), number(type, end, "Interval"), tags);
            case Sweep.Glob _ -> throw new Mistake("a glob cannot be cast");
        };
    }

    private static Element element(String type, Element element) {
        return switch (element) {
            case Element.Word(Node.Scalar value) -> new Element.Word(scalar(type, value));
            case Element.Quoted(String text, _) ->
                    new Element.Word(scalar(type, new Node.Text(text, Origin.ENGINE)));
            case Element.Items(List<Element> items) ->
                    new Element.Items(items.stream().map(item -> element(type, item)).toList());
            case Element.Entries(List<Element.Entry> entries) ->
                    new Element.Entries(
                            entries.stream()
                                    .map(e -> new Element.Entry(e.key(), element(type, e.value())))
                                    .toList());
        };
    }

    private static Node.Scalar number(String type, Node.Scalar value, String sweep) {
        if (type.equals("int") || type.equals("float")) {
            return scalar(type, value);
        }
        throw new Mistake(sweep + " can only be cast to int or float");
    }

    private static Node.Scalar scalar(String type, Node.Scalar value) {
        return switch (type) {
            case "int" -> whole(value);
            case "float" -> real(value);
            case "str" -> new Node.Text(text(value), Origin.ENGINE);
            default -> new Node.Truth(truth(value), Origin.ENGINE);
        };
    }

    private static Node.Scalar whole(Node.Scalar value) {
        return switch (value) {
            case Node.Whole whole -> whole;
            case Node.Truth(boolean truth, _) -> Node.whole(truth ? 1 : 0);
            case Node.Real(double real, _) when Double.isFinite(real) ->
                    new Node.Whole(new BigDecimal(real).toBigInteger(), Origin.ENGINE);
            case Node.Text(String text, _) ->
                    new Node.Whole(
                            PythonNumbers.parseInt(text)
                                    .orElseThrow(() -> new Mistake("'" + text + "' is no int")),
                            Origin.ENGINE);
            default -> throw new Mistake("the value cannot be cast to int");
        };
    }

    static Node.Scalar real(Node.Scalar value) {
        double real =
                switch (value) {
                    case Node.Whole(var whole, _) -> whole.doubleValue();
                    case Node.Truth(boolean truth, _) -> truth ? 1 : 0;
                    case Node.Real(double same, _) -> same;
                    case Node.Text(String text, _) ->
                            PythonNumbers.parseFloat(text)
                                    .orElseThrow(() -> new Mistake("'" + text + "' is no float"));
                    default -> throw new Mistake("the value cannot be cast to float");
                };
        return new Node.Real(real, Origin.ENGINE);
    }

    private static String text(Node.Scalar value) {
        return switch (value) {
            case Node.Text(String text, _) -> text;
            case Node.Whole(var whole, _) -> whole.toString();
            case Node.Real(double real, _) -> PythonNumbers.repr(real);
            case Node.Truth(boolean truth, _) -> truth ? "true" : "false";
            default -> throw new Mistake("null cannot be cast to str");
        };
    }

    private static boolean truth(Node.Scalar value) {
        return switch (value) {
            case Node.Truth(boolean same, _) -> same;
            case Node.Whole(var whole, _) -> whole.signum() != 0;
            case Node.Real(double real, _) -> real != 0;
            case Node.Nothing _ -> false;
            case Node.Text(String text, _) ->
                    switch (text.toLowerCase(Locale.ROOT)) {
                        case "true" -> true;
                        case "false" -> false;
                        default -> throw new Mistake("Cannot cast '" + text + "' to bool");
                    };
            default -> throw new Mistake("the value cannot be cast to bool");
        };
    }
}
