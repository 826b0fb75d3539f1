package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.phase.Phases;
import dev.llmprof.analysis.phase.StepTimes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Several captures of one recording, and how far apart they are.
public record CaptureRepeats(String name, List<Capture> captures, List<Measure> measures) {
    public CaptureRepeats {
        captures = List.copyOf(captures);
        measures = List.copyOf(measures);
    }

    /// One time over all captures that have it.
    public record Measure(
            String what, int captures, double meanNanos, double minNanos, double maxNanos) {
        static Optional<Measure> of(String what, List<Double> nanos) {
            var all = nanos.stream().mapToDouble(Double::doubleValue).summaryStatistics();
            return all.getCount() == 0 || all.getMax() == 0
                    ? Optional.empty()
                    : Optional.of(
                            new Measure(
                                    what,
                                    (int) all.getCount(),
                                    all.getAverage(),
                                    all.getMin(),
                                    all.getMax()));
        }

        /// From the shortest to the longest, as a part of the mean.
        public double spread() {
            return (maxNanos - minNanos) / meanNanos;
        }
    }

    static CaptureRepeats of(String name, List<Capture> captures) {
        List<Measure> measures = new ArrayList<>();
        add(
                measures,
                "host, first to last event",
                captures,
                each -> present(each.host().spanNanos()));
        add(
                measures,
                "GPU, first to last event",
                captures,
                each -> present(each.gpu().timeline().spanNanos()));
        add(measures, "GPU busy", captures, each -> present(each.gpu().timeline().busyNanos()));
        add(
                measures,
                "time per output token",
                captures,
                each -> each.marked().times().perOutputToken().map(StepTimes.Typical::nanos));
        Set<String> phases = new LinkedHashSet<>();
        captures.forEach(
                each -> each.marked().phases().parts().forEach(part -> phases.add(part.name())));
        for (String phase : phases) {
            add(measures, phase + ", a step on the host", captures, each -> step(each, phase));
        }
        return new CaptureRepeats(name, captures, measures);
    }

    /// A step's time over the captures, each with its own median; empty without any.
    public Optional<Measure> step(Function<StepTimes, Optional<StepTimes.Typical>> typical) {
        return Measure.of(
                "a step",
                captures.stream()
                        .flatMap(each -> typical.apply(each.marked().times()).stream())
                        .map(StepTimes.Typical::nanos)
                        .toList());
    }

    private static void add(
            List<Measure> measures,
            String what,
            List<Capture> captures,
            Function<Capture, Optional<Double>> nanos) {
        Measure.of(what, captures.stream().map(nanos).flatMap(Optional::stream).toList())
                .ifPresent(measures::add);
    }

    private static Optional<Double> present(long nanos) {
        return nanos == 0 ? Optional.empty() : Optional.of((double) nanos);
    }

    private static Optional<Double> step(Capture capture, String phase) {
        return part(capture, phase).map(part -> (double) part.hostNanos() / part.steps());
    }

    private static Optional<Phases.Part> part(Capture capture, String phase) {
        return capture.marked().phases().parts().stream()
                .filter(part -> part.name().equals(phase) && part.steps() > 0)
                .findFirst();
    }
}
