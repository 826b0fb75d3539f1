package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.breakdown.Spread;
import dev.llmprof.analysis.breakdown.Spreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The steps of a trace with their times, in the order in which they began, the iterations that the
/// profiler itself counts, and what is in the steps that took longest.
public record StepTimes(
        StepOrigin origin,
        List<TimedStep> steps,
        List<TimedStep> iterations,
        List<SlowStep> slowest) {

    /// A time and what it was taken from: the median of `count` steps, from one start to the next
    /// where `steady`, else by the GPU work of each. `spanNanos` is from first to last GPU event.
    public record Typical(double nanos, double spanNanos, long count, boolean steady) {}

    /// Steps of one kind beside each other; `batch` and `tokens` are medians of those that say
    /// them.
    public record OfKind(
            String kind,
            long count,
            OptionalLong batch,
            OptionalLong tokens,
            OptionalLong keys,
            Spread period,
            Spread span,
            Spread busy,
            Spread host) {}

    /// What each sequence waits for its next token while the server does nothing but decode. A step
    /// gives one token to every sequence of its batch, so the batch does not divide it. Speculative
    /// steps give an unknown number: empty.
    public Optional<Typical> perOutputToken() {
        List<TimedStep> decode = of(StepKind.DECODE);
        long[] steady = periods(StepKind.DECODE);
        if (decode.isEmpty() || speculative() || wholeAnswers(decode)) {
            return Optional.empty();
        }
        // One step shows no period, and its span may hold a wait for what ran before the capture.
        double span = spread(decode, TimedStep::spanNanos).medianNanos();
        double busy = spread(decode, TimedStep::busyNanos).medianNanos();
        return Optional.of(
                steady.length > 0
                        ? new Typical(Spreads.of(steady).medianNanos(), span, steady.length, true)
                        : new Typical(busy, span, decode.size(), false));
    }

    /// Where every decode follows a prefill and none says its batch, each is all tokens of an
    /// answer: how many is not in the trace.
    private boolean wholeAnswers(List<TimedStep> decode) {
        return periods(StepKind.DECODE).length == 0
                && decode.size() <= of(StepKind.PREFILL).size()
                && decode.stream().allMatch(step -> step.facts().requests().isEmpty());
    }

    public boolean speculative() {
        return steps.stream().anyMatch(StepTimes::speculative);
    }

    /// From first to last GPU event of a prefill.
    public Optional<Typical> prefill() {
        List<TimedStep> prefill = of(StepKind.PREFILL);
        double span = spread(prefill, TimedStep::spanNanos).medianNanos();
        return prefill.isEmpty()
                ? Optional.empty()
                : Optional.of(new Typical(span, span, prefill.size(), false));
    }

    public List<OfKind> kinds() {
        List<OfKind> kinds = new ArrayList<>();
        for (StepKind kind : StepKind.values()) {
            List<TimedStep> these = of(kind);
            if (!these.isEmpty()) {
                kinds.add(kind(kind.label(), these, periods(kind)));
            }
        }
        if (!iterations.isEmpty()) {
            long[] periods =
                    iterations.stream().flatMapToLong(s -> s.periodNanos().stream()).toArray();
            kinds.add(kind("iteration", iterations, periods));
        }
        return List.copyOf(kinds);
    }

    /// Whether any of them launched GPU work.
    public boolean onGpu() {
        return Stream.concat(steps.stream(), iterations.stream()).anyMatch(TimedStep::onGpu);
    }

    private List<TimedStep> of(StepKind kind) {
        return steps.stream().filter(step -> step.facts().kind() == kind).toList();
    }

    private static boolean speculative(TimedStep step) {
        return step.facts().kind() == StepKind.VERIFY || step.facts().kind() == StepKind.DRAFT;
    }

    /// Only where the next step is of the same kind: others would be counted with it.
    private long[] periods(StepKind kind) {
        return steps.stream()
                .filter(step -> step.facts().kind() == kind && step.steady())
                .flatMapToLong(step -> step.periodNanos().stream())
                .toArray();
    }

    private static OfKind kind(String label, List<TimedStep> steps, long[] periods) {
        return new OfKind(
                label,
                steps.size(),
                median(steps.stream().flatMapToLong(s -> s.facts().requests().stream())),
                median(steps.stream().flatMapToLong(s -> s.facts().tokens().stream())),
                median(steps.stream().flatMapToLong(s -> s.facts().keysEach().stream())),
                Spreads.of(periods),
                spread(onGpu(steps), TimedStep::spanNanos),
                spread(onGpu(steps), TimedStep::busyNanos),
                spread(steps, TimedStep::hostNanos));
    }

    private static List<TimedStep> onGpu(List<TimedStep> steps) {
        return steps.stream().filter(TimedStep::onGpu).toList();
    }

    private static OptionalLong median(LongStream values) {
        long[] sorted = values.sorted().toArray();
        return sorted.length == 0
                ? OptionalLong.empty()
                : OptionalLong.of(sorted[(sorted.length - 1) / 2]);
    }

    private static Spread spread(List<TimedStep> steps, ToLongFunction<TimedStep> nanos) {
        return Spreads.of(steps.stream().mapToLong(nanos).toArray());
    }
}
