package dev.llmprof.analysis.drawing;

import java.util.ArrayList;
import java.util.List;

/// Counts values in bins of equal width between the least and the greatest.
public record Histograms(List<Double> edges, List<Integer> counts) {
    public Histograms {
        edges = List.copyOf(edges);
        counts = List.copyOf(counts);
    }

    /// The last bin holds its upper edge too; values that are all alike get a bin of width one.
    public static Histograms of(List<Double> values, int bins) {
        double least = values.stream().mapToDouble(v -> v).min().orElse(0);
        double most = values.stream().mapToDouble(v -> v).max().orElse(1);
        double from = most > least ? least : least - .5;
        double width = (most > least ? most - least : 1) / bins;
        int[] counts = new int[bins];
        for (double value : values) {
            counts[Math.clamp((int) ((value - from) / width), 0, bins - 1)]++;
        }
        List<Double> edges = new ArrayList<>();
        List<Integer> boxed = new ArrayList<>();
        for (int i = 0; i <= bins; i++) {
            edges.add(from + i * width);
        }
        for (int count : counts) {
            boxed.add(count);
        }
        return new Histograms(edges, boxed);
    }
}
