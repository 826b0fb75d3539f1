package dev.llmprof.analysis.lint;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.StepKind;
import dev.llmprof.analysis.phase.StepTimes;
import dev.llmprof.analysis.phase.Steps;
import dev.llmprof.analysis.phase.TimedStep;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// Whether the steps of a capture stand for how the program runs.
final class StepLints {
    private static final int FEW = 3;
    private static final int SERVED = 6;
    private static final double SLOW_FIRST = 2;

    private StepLints() {}

    static List<LintFinding> of(Capture capture) {
        var evidence = Evidence.of(capture);
        if (capture.gpu().graphLaunches().isOfCapture()) {
            return evidence.found();
        }
        StepTimes times = capture.marked().times();
        List<TimedStep> all =
                Stream.concat(times.steps().stream(), times.iterations().stream()).toList();
        long empty = all.stream().filter(step -> step.hostNanos() == 0).count();
        evidence.add(empty > 0, LintRule.ZERO_LENGTH_STEPS, "%,d of %,d steps", empty, all.size());
        overlaps(evidence, capture.marked().steps().profiler());
        Stream.concat(
                        Arrays.stream(StepKind.values())
                                .filter(kind -> kind != StepKind.IDLE && kind != StepKind.CAPTURE)
                                .map(kind -> ofKind(times, kind)),
                        Stream.of(times.iterations()))
                .forEach(steps -> spread(evidence, steps));
        phases(evidence, times);
        steady(evidence, times);
        return evidence.found();
    }

    private static List<TimedStep> ofKind(StepTimes times, StepKind kind) {
        return times.steps().stream().filter(step -> step.facts().kind() == kind).toList();
    }

    private static void spread(Evidence evidence, List<TimedStep> steps) {
        if (steps.isEmpty()) {
            return;
        }
        String kind = steps.getFirst().facts().kind().label();
        evidence.add(
                steps.size() < FEW,
                LintRule.FEW_STEPS,
                steps.size() == 1 ? "one %2$s" : "%d of %s",
                steps.size(),
                kind);
        if (steps.size() <= FEW) {
            return;
        }
        long first = steps.getFirst().busyNanos();
        long[] others = steps.stream().skip(1).mapToLong(TimedStep::busyNanos).sorted().toArray();
        long median = others[(others.length - 1) / 2];
        evidence.add(
                sameLoad(steps) && median > 0 && first > SLOW_FIRST * median,
                LintRule.WARM_UP,
                "the first %s took %s, the median of the %d others is %s",
                kind,
                Evidence.time(first),
                others.length,
                Evidence.time(median));
    }

    /// A first step of another batch is slower for a reason.
    private static boolean sameLoad(List<TimedStep> steps) {
        TimedStep first = steps.getFirst();
        return steps.stream()
                .skip(1)
                .allMatch(step ->
                        Objects.equals(step.facts().tokens(), first.facts().tokens())
                                && Objects.equals(
                                        step.facts().requests(), first.facts().requests()));
    }

    private static void overlaps(Evidence evidence, List<Steps.Step> steps) {
        long overlapping = 0;
        for (int at = 1; at < steps.size(); at++) {
            Steps.Step before = steps.get(at - 1);
            Steps.Step step = steps.get(at);
            long end = before.startNanos() + before.hostNanos();
            boolean inside = step.startNanos() + step.hostNanos() <= end;
            overlapping += step.startNanos() < end && !inside ? 1 : 0;
        }
        evidence.add(
                overlapping > 0,
                LintRule.OVERLAPPING_STEPS,
                "%,d of %,d steps begin before the one before has ended",
                overlapping,
                steps.size());
    }

    private static void phases(Evidence evidence, StepTimes times) {
        int prefill = ofKind(times, StepKind.PREFILL).size();
        int decode = ofKind(times, StepKind.DECODE).size();
        evidence.add(
                prefill > 0 && decode > 0,
                LintRule.SEVERAL_PHASES,
                "%,d steps of prefill, %,d of decode",
                prefill,
                decode);
    }

    /// Two neighbours with the same number of requests are as little as can be called steady.
    private static void steady(Evidence evidence, StepTimes times) {
        List<TimedStep> decode =
                ofKind(times, StepKind.DECODE).stream()
                        .filter(step -> step.facts().requests().isPresent())
                        .toList();
        if (decode.size() < SERVED) {
            return;
        }
        boolean steady = false;
        for (int at = 1; at < decode.size(); at++) {
            steady |=
                    decode.get(at).facts().requests().equals(decode.get(at - 1).facts().requests());
        }
        evidence.add(
                !steady,
                LintRule.NO_STEADY_WINDOW,
                "each of %,d decode steps has another batch than the one before",
                decode.size());
    }
}
