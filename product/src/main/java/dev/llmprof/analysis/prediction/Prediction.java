package dev.llmprof.analysis.prediction;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What the hardware would need at least, beside what was measured. `requests` says which requests
/// both sides are about, `peaks` is the dense peak of each format the device knows.
public record Prediction(
        String model,
        String hardware,
        String convention,
        double peakFlopsPerSecond,
        String peakName,
        double bytesPerSecond,
        SortedMap<String, Double> peaks,
        String requests,
        List<Part> parts,
        List<OperatorJoin> joins) {
    public Prediction {
        peaks = new TreeMap<>(peaks);
        parts = List.copyOf(parts);
        joins = List.copyOf(joins);
    }

    /// One phase, or one class of operators in it where `operators` is not empty. `tensorFlops` are
    /// those of `flops` that run on the matrix units.
    public record Part(
            String phase,
            String operators,
            double flops,
            double tensorFlops,
            double bytes,
            double boundNanos,
            Bound bound,
            Optional<Double> measuredNanos) {

        /// As the roofline of the matrix units has it; zero where nothing is moved.
        public double flopsPerByte() {
            return bytes == 0 ? 0 : tensorFlops / bytes;
        }

        public double excessNanos() {
            return measuredNanos.map(measured -> measured - boundNanos).orElse(0.0);
        }

        /// A measurement below its bound is a mistake of ours: a wrong peak, model or request.
        public boolean impossible() {
            return measuredNanos.isPresent() && measuredNanos.get() < boundNanos;
        }
    }

    /// What limits at the bound.
    public enum Bound {
        COMPUTE,
        MEMORY
    }

    /// The phases as wholes.
    public List<Part> phases() {
        return parts.stream().filter(part -> part.operators().isEmpty()).toList();
    }

    /// The classes of operators, the most lost time first.
    public List<Part> operators() {
        return parts.stream()
                .filter(part -> !part.operators().isEmpty())
                .sorted(
                        Comparator.comparingDouble(Part::excessNanos)
                                .reversed()
                                .thenComparing(Part::phase)
                                .thenComparing(Part::operators))
                .toList();
    }
}
