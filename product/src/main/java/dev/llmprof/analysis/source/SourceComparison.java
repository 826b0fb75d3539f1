package dev.llmprof.analysis.source;

import dev.llmprof.analysis.event.Names;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What several sources say of the same kernels: their totals, and where two tools disagree.
/// Nothing is averaged.
public record SourceComparison(List<Source> sources, List<Disagreement> disagreements) {
    /// A tool's own overhead and two captures of one program differ by less than this.
    private static final double TOLERANCE = .05;

    public SourceComparison {
        sources = List.copyOf(sources);
        disagreements = List.copyOf(disagreements);
    }

    /// One file's kernels; `shared` of them a file of another tool has too.
    public record Source(
            String tool, String source, long kernels, long shared, long launches, long nanos) {}

    /// A kernel that two tools timed differently, by more than a twentieth or in its count. Other
    /// GPUs have other times, which is no disagreement.
    public record Disagreement(String kernel, KernelJoin.Time first, KernelJoin.Time second) {

        /// How far the second's mean launch is from the first's, as a factor.
        public double ratio() {
            return mean(second) / mean(first);
        }

        double weight() {
            return Math.abs(second.nanos() - first.nanos());
        }
    }

    public static SourceComparison of(List<KernelJoin> joins) {
        Map<String, Source> sources = new LinkedHashMap<>();
        List<Disagreement> disagreements = new ArrayList<>();
        for (KernelJoin join : joins) {
            for (KernelJoin.Time time : join.times()) {
                boolean shared = join.times().stream().anyMatch(time::comparesWith);
                sources.merge(time.source(), source(time, shared), SourceComparison::sum);
            }
            compare(disagreements, join);
        }
        disagreements.sort(
                Comparator.comparingDouble(Disagreement::weight)
                        .reversed()
                        .thenComparing(Disagreement::kernel, Names.BY_CODE_POINT));
        return new SourceComparison(new ArrayList<>(sources.values()), disagreements);
    }

    /// The first source against the first of every other tool.
    private static void compare(List<Disagreement> found, KernelJoin join) {
        if (join.times().isEmpty()) {
            return;
        }
        KernelJoin.Time first = join.times().getFirst();
        join.times().stream()
                .filter(time -> time.comparesWith(first))
                .filter(time -> differs(first, time))
                .forEach(time -> found.add(new Disagreement(join.name(), first, time)));
    }

    private static boolean differs(KernelJoin.Time first, KernelJoin.Time second) {
        return first.count() != second.count()
                || Math.abs(mean(second) - mean(first)) > TOLERANCE * mean(first);
    }

    private static double mean(KernelJoin.Time time) {
        return time.count() == 0 ? 0 : (double) time.nanos() / time.count();
    }

    private static Source source(KernelJoin.Time time, boolean shared) {
        return new Source(
                time.tool(), time.source(), 1, shared ? 1 : 0, time.count(), time.nanos());
    }

    private static Source sum(Source a, Source b) {
        return new Source(
                a.tool,
                a.source,
                a.kernels + b.kernels,
                a.shared + b.shared,
                a.launches + b.launches,
                a.nanos + b.nanos);
    }

    /// Whether more than one tool timed anything.
    public boolean severalTools() {
        return sources.stream().map(Source::tool).distinct().count() > 1;
    }
}
