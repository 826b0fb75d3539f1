package dev.llmprof.compare.tree;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Says where means and medians of steps do not agree which side is slower: a few steps dominate.
final class DominantSteps {
    private static final int FEWEST = 3;
    private static final int NAMED = 3;

    private DominantSteps() {}

    private record Timed(String name, long nanos) {}

    static List<String> remarks(List<TimeStrip> a, List<TimeStrip> b) {
        Map<String, List<Timed>> stepsA = steps(a);
        Map<String, List<Timed>> stepsB = steps(b);
        List<String> remarks = new ArrayList<>();
        stepsA.forEach((kind, own) -> {
            List<Timed> others = stepsB.getOrDefault(kind, List.of());
            if (own.size() >= FEWEST && others.size() >= FEWEST) {
                double mean = mean(others) - mean(own);
                double median = median(others) - median(own);
                if (mean * median < 0) {
                    remarks.add(words(kind, mean, median, own, others));
                }
            }
        });
        return remarks;
    }

    private static String words(
            String kind, double mean, double median, List<Timed> a, List<Timed> b) {
        boolean inB = mean > 0;
        List<Timed> longer = inB ? b : a;
        List<String> names =
                longer.stream()
                        .sorted(Comparator.comparingLong(Timed::nanos).reversed())
                        .limit(NAMED)
                        .map(step ->
                                String.format(
                                        Locale.ROOT, "%s (%.3f ms)", step.name, step.nanos / 1e6))
                        .toList();
        return String.format(
                Locale.ROOT,
                "a few steps dominate: the mean of %s changes by %+.3f ms, the median by %+.3f ms;"
                        + " the longest of %s: %s",
                kind,
                mean / 1e6,
                median / 1e6,
                inB ? "B" : "A",
                String.join(", ", names));
    }

    private static Map<String, List<Timed>> steps(List<TimeStrip> side) {
        Map<String, List<Timed>> steps = new TreeMap<>();
        for (TimeStrip strip : side) {
            long[] nanos = new long[strip.steps().kind().size()];
            for (int unit = 0; unit < strip.units().size(); unit++) {
                int step = strip.units().step().get(unit);
                int end = strip.units().partsEnd(unit);
                for (int part = strip.units().firstPart().get(unit);
                        step >= 0 && part < end;
                        part++) {
                    nanos[step] += strip.parts().ownedNanos().get(part);
                }
            }
            for (int step = 0; step < nanos.length; step++) {
                steps.computeIfAbsent(strip.steps().kind().get(step), _ -> new ArrayList<>())
                        .add(new Timed(strip.steps().name().get(step), nanos[step]));
            }
        }
        return steps;
    }

    private static double mean(List<Timed> steps) {
        return steps.stream().mapToLong(Timed::nanos).average().orElse(0);
    }

    private static double median(List<Timed> steps) {
        long[] sorted = steps.stream().mapToLong(Timed::nanos).sorted().toArray();
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2.0;
    }
}
