package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.workload.TimeBasis;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/// What the hardware would need at least, beside what was measured. `requests` says which requests
/// both sides are about, `peaks` is the dense peak of each format the device knows; `steps` holds
/// every step of a server against its own bound.
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
        List<OperatorJoin> joins,
        Optional<StepRooflines> steps) {
    public Prediction {
        peaks = new TreeMap<>(peaks);
        parts = List.copyOf(parts);
        joins = List.copyOf(joins);
    }

    /// One phase, or one class of operators in it where `operators` is not empty. `tensorFlops` are
    /// those of `flops` that run on the matrix units. Classes are timed by the trace, phases by the
    /// workload's own clock where it has one: the two do not add up.
    public record Part(
            String phase,
            String operators,
            double flops,
            double tensorFlops,
            double bytes,
            double boundNanos,
            Bound bound,
            Optional<Double> measuredNanos,
            TimeBasis time) {

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

    /// What the classes of each phase add up to, all in the trace; of phases whose classes were
    /// timed.
    public List<Part> totals() {
        return phases().stream()
                .map(phase -> total(phase, parts))
                .filter(total -> total.measuredNanos().isPresent())
                .toList();
    }

    /// What the times of a phase's operators rest on.
    public Optional<TimeBasis> traced(OperatorJoin join) {
        return parts.stream()
                .filter(part -> !part.operators().isEmpty())
                .filter(part -> part.phase().equals(join.phase()))
                .map(Part::time)
                .findFirst();
    }

    private static Part total(Part phase, List<Part> parts) {
        List<Part> classes =
                parts.stream()
                        .filter(part -> !part.operators().isEmpty())
                        .filter(part -> part.phase().equals(phase.phase()))
                        .toList();
        return new Part(
                phase.phase(),
                "all classes",
                sum(classes, Part::flops),
                sum(classes, Part::tensorFlops),
                sum(classes, Part::bytes),
                sum(classes, Part::boundNanos),
                phase.bound(),
                Optional.of(sum(classes, part -> part.measuredNanos().orElse(0.0)))
                        .filter(nanos -> nanos > 0),
                classes.stream().map(Part::time).findFirst().orElse(phase.time()));
    }

    private static double sum(List<Part> parts, ToDoubleFunction<Part> value) {
        return parts.stream().mapToDouble(value).sum();
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
