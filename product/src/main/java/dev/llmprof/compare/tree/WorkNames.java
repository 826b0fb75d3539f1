package dev.llmprof.compare.tree;

import dev.llmprof.analysis.event.KernelOrigin;
import dev.llmprof.analysis.event.Shapes;
import dev.llmprof.table.LongIndex;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What operators are called in a strip, each combination of name, shapes and types made once.
final class WorkNames {
    private final HostTable host;
    private final StripBuilder strip;
    private final LongIndex byName = new LongIndex();
    private final Map<KernelOrigin, Named> byOrigin = new HashMap<>();
    private final Map<Long, Integer> shapesOfName = new HashMap<>();
    private final List<Named> named = new ArrayList<>();

    /// Codes of the strip's words, and the elements of the largest input.
    record Named(int operator, int label, int shape, long elements) {}

    WorkNames(HostTable host, StripBuilder strip) {
        this.host = host;
        this.strip = strip;
    }

    Named of(int operatorRow) {
        long name = host.name().code(operatorRow);
        long texts =
                (long) host.inputShapes().code(operatorRow) << 31
                        | host.inputTypes().code(operatorRow);
        int shapes = shapesOfName.computeIfAbsent(texts, _ -> shapesOfName.size());
        long key = name << 31 | shapes;
        int known = byName.get(key);
        if (known == LongIndex.NONE) {
            known = named.size();
            byName.putIfAbsent(key, known);
            named.add(
                    named(
                            host.name().get(operatorRow),
                            host.inputShapes().get(operatorRow),
                            host.inputTypes().get(operatorRow)));
        }
        return named.get(known);
    }

    Named of(KernelOrigin origin) {
        return byOrigin.computeIfAbsent(
                origin, each -> named(each.operator(), each.shapes(), each.types()));
    }

    private Named named(String operator, String shapes, String types) {
        String compact = Shapes.compact(shapes);
        String label = compact.isEmpty() ? operator : operator + " " + compact;
        return new Named(
                strip.word(operator),
                strip.word(label),
                strip.word("operator " + label + " " + Shapes.compact(types)),
                elements(compact));
    }

    /// Of the largest input: a bias more or less is no other work.
    private static long elements(String shapes) {
        long elements = 0;
        for (List<Long> input : Shapes.of(shapes).inputs()) {
            long product = input.isEmpty() ? 0 : 1;
            for (long dim : input) {
                product *= dim;
            }
            elements = Math.max(elements, product);
        }
        return elements;
    }
}
