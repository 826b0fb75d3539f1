package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.Phases;
import dev.llmprof.analysis.phase.StepTimes;
import dev.llmprof.analysis.phase.WorkTrees;
import dev.llmprof.analysis.workload.PhaseUtilisation;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.analysis.workload.TimeBasis;
import dev.llmprof.analysis.workload.Timings;
import dev.llmprof.model.operators.RequestPhases;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;

/// Holds the costs on paper against what was measured, for one request.
public final class Predictions {
    private static final String PREFILL = RequestPhases.PREFILL;
    private static final String DECODE = RequestPhases.DECODE;

    private final PaperCosts paper;
    private final ComparedWork work;
    private final Optional<Capture> capture;
    private final Optional<Timings.Typical> typical;
    private final Optional<Timings.Request> timed;

    private Predictions(
            ComparedWork work, Optional<Capture> capture, Optional<Timings.Typical> typical) {
        this.typical = typical;
        this.timed = typical.map(Timings.Typical::median);
        this.work = asLongAsItWas(work, timed);
        this.paper = this.work.costs();
        this.capture = capture;
    }

    public static Prediction of(
            ComparedWork work, Optional<Capture> capture, Optional<Timings> timings) {
        return new Predictions(work, capture, timings.flatMap(Timings::typical)).make();
    }

    /// What a request used of the device, where the workload did not say it of all of them.
    public static RunUtilisation utilisation(
            ComparedWork work, Optional<Capture> capture, Optional<Timings> timings) {
        var predictions = new Predictions(work, capture, timings.flatMap(Timings::typical));
        return new RunUtilisation(
                predictions.paper.phases().stream()
                        .flatMap(row -> predictions.utilisation(row).stream())
                        .toList());
    }

    private Optional<PhaseUtilisation> utilisation(PaperCosts.Row row) {
        var peaks =
                new PhaseUtilisation.DevicePeaks(
                        paper.device(),
                        paper.format(),
                        paper.peakFlopsPerSecond(),
                        paper.bytesPerSecond());
        return measured(row.phase())
                .filter(nanos -> nanos > 0)
                .map(nanos ->
                        new PhaseUtilisation(
                                row.phase(),
                                row.tensorFlops(),
                                row.bytes(),
                                nanos,
                                basis(row.phase()),
                                peaks));
    }

    /// A request may stop early: its decode then costs less than was foreseen.
    private static ComparedWork asLongAsItWas(ComparedWork work, Optional<Timings.Request> timed) {
        double steps = timed.map(Timings.Request::decodeSteps).orElse(0.0);
        PaperCosts paper = work.costs();
        return steps == 0 || paper.newTokens() == 0
                ? work
                : work.with(paper.timesInPhase(DECODE, steps / paper.newTokens()));
    }

    private Prediction make() {
        List<Prediction.Part> parts = new ArrayList<>();
        paper.phases().forEach(row -> parts.add(whole(row)));
        List<OperatorJoin> joins =
                paper.phases().stream().flatMap(p -> join(p.phase()).stream()).toList();
        joins.forEach(join -> parts.addAll(classes(join, traced(join.requests()))));
        return new Prediction(
                paper.model(),
                paper.device(),
                paper.convention(),
                paper.peakFlopsPerSecond(),
                paper.format() + " dense",
                paper.bytesPerSecond(),
                paper.peaks(),
                requestWords(),
                parts,
                joins,
                steps());
    }

    private Optional<StepRooflines> steps() {
        return work.each()
                .flatMap(counted ->
                        capture.flatMap(each -> StepRooflines.of(counted, each.marked().times())));
    }

    private Prediction.Part whole(PaperCosts.Row row) {
        return new Prediction.Part(
                row.phase(),
                "",
                row.flops(),
                row.tensorFlops(),
                row.bytes(),
                row.boundNanos(),
                row.bound(),
                measured(row.phase()),
                basis(row.phase()));
    }

    private String requestWords() {
        List<String> words = new ArrayList<>();
        if (work.steps().isEmpty()) {
            words.add(wholeRequest());
        }
        words.addAll(work.remarks());
        return String.join(" ", words);
    }

    private String wholeRequest() {
        return String.format(
                Locale.ROOT,
                "The bounds are for a batch of %,d, a prompt of %,d tokens and %,d new ones%s.",
                paper.batch(),
                paper.promptTokens(),
                timed.map(t -> t.newTokens() / t.sequences()).orElse(paper.newTokens()),
                paper.batch() > 1 ? " for each sequence" : "");
    }

    /// The workload's own clock where it has one: a profiler slows it down.
    private Optional<Double> measured(String phase) {
        OptionalLong own = ownClock(phase);
        return own.isPresent()
                ? Optional.of((double) own.getAsLong())
                : work.steps(phase)
                        .map(StepTimes.Typical::nanos)
                        .or(() -> part(phase).map(p -> wall(p) / requests()));
    }

    /// What the time of a phase rests on.
    private TimeBasis basis(String phase) {
        if (typical.isPresent() && ownClock(phase).isPresent()) {
            return typical.get().basis();
        }
        return work.steps(phase)
                .map(steps -> TimeBasis.median(tool(), steps.count(), phase + " step"))
                .orElseGet(() -> traced(requests()));
    }

    /// A mean over what the trace shows.
    private TimeBasis traced(long requests) {
        return TimeBasis.median(tool(), requests, "request").asMean();
    }

    private String tool() {
        return TimeBasis.ofTool(capture.map(c -> c.origin().tool()).orElse(""));
    }

    private OptionalLong ownClock(String phase) {
        return timed.map(t -> t.ofPhase(phase)).orElse(OptionalLong.empty());
    }

    /// The host's time covers the GPU's where it waits for it, and the other way round.
    private static double wall(Phases.Part part) {
        return Math.max(part.hostNanos(), part.gpuBusyNanos());
    }

    private Optional<Phases.Part> part(String phase) {
        return capture.stream()
                .flatMap(c -> c.marked().phases().parts().stream())
                .filter(part -> part.name().equals(phase))
                .findFirst();
    }

    private long requests() {
        return Math.max(1, part(PREFILL).map(Phases.Part::steps).orElse(1L));
    }

    private Optional<OperatorJoin> join(String phase) {
        if (capture.isEmpty() || !capture.get().marked().phases().parts().isEmpty()) {
            long divisor =
                    work.steps(phase).map(StepTimes.Typical::count).orElseGet(this::requests);
            return part(phase).map(part -> join(phase, phase, divisor, part.gpuEvents() > 0));
        }
        return UnmarkedPhase.of(paper, capture.get().operators())
                .filter(found -> found.phase().equals(phase))
                .map(found ->
                        join(
                                phase,
                                WorkTrees.NO_PHASE,
                                found.passes(),
                                capture.get().gpu().timeline().spanNanos() > 0));
    }

    private OperatorJoin join(String phase, String ranIn, long requests, boolean gpu) {
        return OperatorJoins.of(
                phase,
                requests,
                paper.operators().stream().filter(row -> row.phase().equals(phase)).toList(),
                capture.orElseThrow().operators().stream()
                        .filter(operator -> operator.phase().equals(ranIn))
                        .toList(),
                gpu);
    }

    /// What no operator of the model explains is everything else, with no bound of its own. Where
    /// most of the work has no known operator, no class was measured.
    private static List<Prediction.Part> classes(OperatorJoin join, TimeBasis time) {
        List<Prediction.Part> parts = new ArrayList<>();
        boolean known = 2 * join.unknownNanos() < join.measuredNanos();
        for (OperatorClass each : OperatorClass.values()) {
            List<OperatorJoin.Row> rows =
                    join.rows().stream().filter(row -> row.kind() == each).toList();
            double nanos =
                    sum(rows, OperatorJoin.Row::measuredNanos)
                            + (each == OperatorClass.OTHER ? join.restNanos() : 0);
            if (nanos > 0 || !rows.isEmpty()) {
                parts.add(part(join, each, rows, known ? nanos : 0, time));
            }
        }
        return parts;
    }

    private static Prediction.Part part(
            OperatorJoin join,
            OperatorClass each,
            List<OperatorJoin.Row> rows,
            double nanos,
            TimeBasis time) {
        double bound = sum(rows, OperatorJoin.Row::boundNanos);
        double memory = sum(rows, r -> r.bound() == Prediction.Bound.MEMORY ? r.boundNanos() : 0);
        return new Prediction.Part(
                join.phase(),
                each.label(),
                sum(rows, OperatorJoin.Row::flops),
                sum(rows, OperatorJoin.Row::tensorFlops),
                sum(rows, OperatorJoin.Row::bytes),
                bound,
                memory * 2 >= bound ? Prediction.Bound.MEMORY : Prediction.Bound.COMPUTE,
                Optional.of(nanos / join.requests()).filter(n -> n > 0),
                time);
    }

    private static double sum(
            List<OperatorJoin.Row> rows, ToDoubleFunction<OperatorJoin.Row> value) {
        return rows.stream().mapToDouble(value).sum();
    }
}
