package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.phase.StepTimes;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.workload.TimeBasis;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Numbers;
import dev.llmprof.report.block.Unit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Latency as a capture's phases show it, where the workload did not time itself.
final class Serving {
    private static final String HOW =
            "mark prefill and decode ranges, or let llmprof run the workload";

    private static final String HOST = ", on the host";

    private Serving() {}

    static List<Block.Card> fromPhases(Findings findings) {
        if (findings.captures().isEmpty() && findings.prediction().isPresent()) {
            return atBest(findings.prediction().get());
        }
        Optional<StepTimes> times = findings.main().map(capture -> capture.marked().times());
        return List.of(
                repeated(findings, "Time to first token", StepTimes::prefill)
                        .orElseGet(() -> firstToken(times, PhasesSection.source(findings))),
                repeated(findings, "Time per output token", StepTimes::perOutputToken)
                        .orElseGet(() -> outputToken(times, PhasesSection.source(findings))));
    }

    /// Of several captures of one recording none is more right than the others.
    private static Optional<Block.Card> repeated(
            Findings findings,
            String title,
            Function<StepTimes, Optional<StepTimes.Typical>> typical) {
        return findings.main()
                .flatMap(findings.relations()::repeatsOf)
                .flatMap(repeats -> repeats.step(typical))
                .map(step ->
                        new Block.Card(
                                title,
                                Cell.nanos(step.meanNanos()),
                                "mean of %d captures, %s to %s"
                                        .formatted(
                                                step.captures(),
                                                Numbers.text(step.minNanos(), Unit.NANOSECONDS),
                                                Numbers.text(step.maxNanos(), Unit.NANOSECONDS))));
    }

    private static Block.Card firstToken(Optional<StepTimes> times, String source) {
        Optional<StepTimes.Typical> prefill = times.flatMap(StepTimes::prefill);
        return new Block.Card(
                "Time to first token",
                prefill.map(typical -> Cell.nanos(typical.nanos()))
                        .orElseGet(() -> Cell.absent("no prefill step; " + HOW)),
                prefill.map(typical ->
                                steps(source, typical, "prefill")
                                        + (onGpu(times) ? ", first to last GPU event" : HOST)
                                        + ", no queueing")
                        .orElse(""));
    }

    private static Block.Card outputToken(Optional<StepTimes> times, String source) {
        Optional<StepTimes.Typical> decode = times.flatMap(StepTimes::perOutputToken);
        String why =
                times.filter(StepTimes::speculative).isPresent()
                        ? "speculative decode: how many tokens were accepted is not in the capture"
                        : "no decode step; " + HOW;
        return new Block.Card(
                "Time per output token",
                decode.map(typical -> Cell.nanos(typical.nanos()))
                        .orElseGet(() -> Cell.absent(why)),
                decode.map(typical ->
                                steps(source, typical, "decode") + basis(typical, onGpu(times)))
                        .orElse(""));
    }

    private static boolean onGpu(Optional<StepTimes> times) {
        return times.filter(StepTimes::onGpu).isPresent();
    }

    private static String basis(StepTimes.Typical typical, boolean gpu) {
        if (typical.steady()) {
            return ", start to start";
        }
        return gpu
                ? ", GPU busy; first to last event "
                        + Numbers.text(typical.spanNanos(), Unit.NANOSECONDS)
                : HOST;
    }

    private static String steps(String source, StepTimes.Typical typical, String kind) {
        return TimeBasis.median(source, typical.count(), kind + " step").words();
    }

    /// On paper the first token needs everything before decoding.
    private static List<Block.Card> atBest(Prediction prediction) {
        double first = 0;
        double decode = 0;
        for (Prediction.Part phase : prediction.phases()) {
            boolean decoding = phase.phase().equals("decode");
            first += decoding ? 0 : phase.boundNanos();
            decode += decoding ? phase.boundNanos() : 0;
        }
        return List.of(
                new Block.Card(
                        "Time to first token, at best",
                        Cell.nanos(first),
                        "predicted, not measured"),
                new Block.Card("Decode, at best", Cell.nanos(decode), "predicted, not measured"));
    }
}
