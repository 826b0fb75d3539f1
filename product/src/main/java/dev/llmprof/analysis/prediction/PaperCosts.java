package dev.llmprof.analysis.prediction;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What a static analysis says of a request: its costs, operator by operator, and the device's
/// peaks. `peaks` has the dense peak of every format the device knows.
public record PaperCosts(
        String model,
        String convention,
        String device,
        String format,
        double peakFlopsPerSecond,
        double bytesPerSecond,
        SortedMap<String, Double> peaks,
        long batch,
        long promptTokens,
        long newTokens,
        List<Row> phases,
        List<Row> operators) {
    public PaperCosts {
        peaks = new TreeMap<>(peaks);
        phases = List.copyOf(phases);
        operators = List.copyOf(operators);
    }

    /// A phase, or an operator in it with its name, its class in `kind`, how often it runs, and
    /// what its shapes are known by.
    public record Row(
            String phase,
            String name,
            String kind,
            double calls,
            List<Signature> signatures,
            double flops,
            double tensorFlops,
            double bytes,
            double boundNanos,
            Prediction.Bound bound) {
        public Row {
            signatures = List.copyOf(signatures);
        }

        Row times(double factor) {
            return new Row(
                    phase,
                    name,
                    kind,
                    factor * calls,
                    signatures,
                    factor * flops,
                    factor * tensorFlops,
                    factor * bytes,
                    factor * boundNanos,
                    bound);
        }
    }

    /// One phase as often as it really ran.
    PaperCosts timesInPhase(String phase, double factor) {
        return with(
                phases.stream().map(r -> r.phase.equals(phase) ? r.times(factor) : r).toList(),
                operators.stream().map(r -> r.phase.equals(phase) ? r.times(factor) : r).toList());
    }

    PaperCosts only(String phase) {
        return with(
                phases.stream().filter(row -> row.phase.equals(phase)).toList(),
                operators.stream().filter(row -> row.phase.equals(phase)).toList());
    }

    /// Phases of the same model that were asked something else.
    PaperCosts plus(PaperCosts other) {
        return with(
                Stream.concat(phases.stream(), other.phases.stream()).toList(),
                Stream.concat(operators.stream(), other.operators.stream()).toList());
    }

    private PaperCosts with(List<Row> otherPhases, List<Row> otherOperators) {
        return new PaperCosts(
                model,
                convention,
                device,
                format,
                peakFlopsPerSecond,
                bytesPerSecond,
                peaks,
                batch,
                promptTokens,
                newTokens,
                otherPhases,
                otherOperators);
    }
}
