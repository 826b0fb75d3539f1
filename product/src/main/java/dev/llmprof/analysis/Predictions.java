package dev.llmprof.analysis;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Holds the costs on paper against what was measured, for one request.
public final class Predictions {
    private static final String PREFILL = "prefill";
    private static final String DECODE = "decode";

    private final PaperCosts paper;
    private final Optional<Phases> phases;
    private final Optional<Timings.Request> timed;

    private Predictions(
            PaperCosts paper, Optional<Phases> phases, Optional<Timings.Request> timed) {
        this.paper = paper;
        this.phases = phases;
        this.timed = timed;
    }

    public static Prediction of(
            PaperCosts paper, Optional<Capture> capture, Optional<Timings> timings) {
        return new Predictions(
                        paper,
                        capture.map(c -> c.analysis().phases()),
                        timings.flatMap(Timings::representative))
                .make();
    }

    private Prediction make() {
        List<Prediction.Part> parts = new ArrayList<>();
        paper.phases().forEach(row -> parts.add(whole(row)));
        paper.phases().forEach(row -> parts.addAll(classes(row.phase())));
        return new Prediction(
                paper.model(),
                paper.device(),
                paper.convention(),
                paper.peakFlopsPerSecond(),
                paper.format() + " dense",
                paper.bytesPerSecond(),
                parts);
    }

    private Prediction.Part whole(PaperCosts.Row row) {
        double scale = scale(row.phase());
        return new Prediction.Part(
                row.phase(),
                "",
                scale * row.flops(),
                scale * row.bytes(),
                scale * row.boundNanos(),
                row.bound(),
                measured(row.phase()));
    }

    /// The workload's own clock where it has one: a profiler slows it down.
    private Optional<Double> measured(String phase) {
        OptionalLong own = timed.map(t -> t.ofPhase(phase)).orElse(OptionalLong.empty());
        return own.isPresent()
                ? Optional.of((double) own.getAsLong())
                : part(phase).map(p -> perRequest(wall(p)));
    }

    /// The host's time covers the GPU's where it waits for it, and the other way round.
    private static double wall(Phases.Part part) {
        return Math.max(part.hostNanos(), part.gpuBusyNanos());
    }

    private Optional<Phases.Part> part(String phase) {
        return phases.stream()
                .flatMap(all -> all.parts().stream())
                .filter(part -> part.name().equals(phase))
                .findFirst();
    }

    private double perRequest(double nanos) {
        return nanos / Math.max(1, part(PREFILL).map(Phases.Part::steps).orElse(1L));
    }

    /// A request may stop early: its decode then costs less than was foreseen.
    private double scale(String phase) {
        long decoded = timed.map(Timings.Request::decodedTokens).orElse(0L);
        return !phase.equals(DECODE) || decoded == 0 || paper.newTokens() == 0
                ? 1
                : (double) decoded / paper.newTokens();
    }

    private List<Prediction.Part> classes(String phase) {
        Optional<Phases.Part> part = part(phase);
        if (part.isEmpty()) {
            return List.of();
        }
        Map<OperatorClass, Double> measured = new EnumMap<>(OperatorClass.class);
        boolean gpu = part.get().gpuEvents() > 0;
        for (Phases.Operator operator : part.get().operators()) {
            double nanos = gpu ? operator.deviceNanos() : operator.selfHostNanos();
            measured.merge(
                    OperatorClass.ofOperator(operator.name()), perRequest(nanos), Double::sum);
        }
        List<Prediction.Part> parts = new ArrayList<>();
        for (OperatorClass each : OperatorClass.values()) {
            PaperCosts.Row row = sum(phase, each);
            Optional<Double> nanos = Optional.ofNullable(measured.get(each)).filter(n -> n > 0);
            if (row.flops() + row.bytes() > 0 || nanos.isPresent()) {
                parts.add(
                        new Prediction.Part(
                                phase,
                                each.label(),
                                row.flops(),
                                row.bytes(),
                                row.boundNanos(),
                                row.bound(),
                                nanos));
            }
        }
        return parts;
    }

    private PaperCosts.Row sum(String phase, OperatorClass wanted) {
        double scale = scale(phase);
        double flops = 0;
        double bytes = 0;
        double nanos = 0;
        double memory = 0;
        for (PaperCosts.Row row : paper.operators()) {
            if (row.phase().equals(phase) && OperatorClass.ofKind(row.kind()) == wanted) {
                flops += scale * row.flops();
                bytes += scale * row.bytes();
                nanos += scale * row.boundNanos();
                memory += row.bound() == Prediction.Bound.MEMORY ? scale * row.boundNanos() : 0;
            }
        }
        var bound = memory * 2 >= nanos ? Prediction.Bound.MEMORY : Prediction.Bound.COMPUTE;
        return new PaperCosts.Row(phase, wanted.label(), flops, bytes, nanos, bound);
    }
}
