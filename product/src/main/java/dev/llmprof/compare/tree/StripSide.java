package dev.llmprof.compare.tree;

import dev.llmprof.compare.align.WorkTokens;
import dev.llmprof.compare.tree.TimeStrip.Units;
import dev.llmprof.table.IntColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/// A strip in the words that all strips of a comparison share, its units in groups of steps.
final class StripSide {
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final TimeStrip strip;
    private final int[] codes;

    StripSide(TimeStrip strip, SharedWords words) {
        this.strip = strip;
        this.codes = words.codes(strip.units().words());
    }

    TimeStrip strip() {
        return strip;
    }

    int label(int unit) {
        return codes[strip.units().label().get(unit)];
    }

    /// Its name without shapes, as the capture has it.
    String operator(int unit) {
        int own = strip.units().operator().get(unit);
        return strip.word(own == TimeStrip.NONE ? strip.units().label().get(unit) : own);
    }

    /// What its launches own.
    long workNanos(int unit) {
        long nanos = 0;
        for (int part = strip.units().firstPart().get(unit); part < workEnd(unit); part++) {
            nanos += strip.parts().ownedNanos().get(part);
        }
        return nanos;
    }

    WorkPlace place(int unit) {
        return strip.places().get(strip.units().place().get(unit));
    }

    int name(int part) {
        return codes[strip.parts().name().get(part)];
    }

    /// The launches of a unit; its idle parts follow them.
    int workEnd(int unit) {
        int at = strip.units().firstPart().get(unit);
        while (at < strip.units().partsEnd(unit) && !strip.parts().isIdle(at)) {
            at++;
        }
        return at;
    }

    /// The units of each step, by kind; those outside of steps are one by phase.
    SequencedMap<String, List<int[]>> groups() {
        Map<String, Map<Integer, IntColumn.Builder>> groups = new TreeMap<>();
        Units units = strip.units();
        for (int unit = 0; unit < units.size(); unit++) {
            groups.computeIfAbsent(place(unit).group(), _ -> new TreeMap<>())
                    .computeIfAbsent(units.step().get(unit), _ -> new IntColumn.Builder())
                    .add(unit);
        }
        SequencedMap<String, List<int[]>> steps = new LinkedHashMap<>();
        groups.forEach((kind, bySteps) -> steps.put(kind, rows(bySteps)));
        return steps;
    }

    private static List<int[]> rows(Map<Integer, IntColumn.Builder> bySteps) {
        List<int[]> steps = new ArrayList<>();
        for (IntColumn.Builder builder : bySteps.values()) {
            IntColumn column = builder.build();
            int[] rows = new int[column.size()];
            Arrays.setAll(rows, column::get);
            steps.add(rows);
        }
        return steps;
    }

    /// How often each name occurs.
    Map<Integer, Integer> names() {
        Map<Integer, Integer> names = new HashMap<>();
        for (int part = 0; part < strip.parts().name().size(); part++) {
            if (!strip.parts().isIdle(part)) {
                names.merge(name(part), 1, Integer::sum);
            }
        }
        return names;
    }

    /// `named`: the names of kernels tell places without an operator.
    WorkTokens tokens(boolean named) {
        Units units = strip.units();
        int size = units.size();
        int[] operator = new int[size];
        int[] shape = new int[size];
        long[] kernels = new long[size];
        int[] category = new int[size];
        long[] elements = new long[size];
        long[] anchor = new long[size];
        for (int unit = 0; unit < size; unit++) {
            int own = units.operator().get(unit);
            operator[unit] = own == TimeStrip.NONE ? WorkTokens.NONE : codes[own];
            shape[unit] = codes[units.shape().get(unit)];
            kernels[unit] = kernels(unit);
            int what = units.category().get(unit);
            category[unit] = what == TimeStrip.NONE ? WorkTokens.NONE : codes[what];
            elements[unit] = units.elements().get(unit);
            anchor[unit] = own == TimeStrip.NONE && named ? kernels[unit] : shape[unit];
        }
        return new WorkTokens(operator, shape, kernels, category, elements, anchor);
    }

    private long kernels(int unit) {
        long hash = MIX;
        int end = workEnd(unit);
        for (int part = strip.units().firstPart().get(unit); part < end; part++) {
            hash = (hash ^ hash >>> 29 ^ name(part)) * MIX;
        }
        return hash;
    }
}
