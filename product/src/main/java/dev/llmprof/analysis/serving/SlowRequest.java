package dev.llmprof.analysis.serving;

import dev.llmprof.analysis.phase.TimedStep;
import dev.llmprof.served.ServedRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The request at the 99th percentile of the whole time, and where that time went: waiting to be
/// sent, to its first token, to its last; and the steps that ran meanwhile, where a capture has the
/// same clock.
public record SlowRequest(ServedRequest request, List<TimedStep> steps, long stepNanos) {
    private static final String BASE = "baseTimeNanoseconds";

    public SlowRequest {
        steps = List.copyOf(steps);
    }

    /// Steps of a capture, and what must be added to their times for the machine's clock.
    public record Clocked(List<TimedStep> steps, long epochNanos) {
        public Clocked {
            steps = List.copyOf(steps);
        }

        /// Empty where the capture does not say what its times count from.
        public static Optional<Clocked> of(List<TimedStep> steps, Map<String, String> facts) {
            String base = facts.getOrDefault(BASE, "");
            return base.matches("[0-8]?\\d{1,18}") && !steps.isEmpty()
                    ? Optional.of(new Clocked(steps, Long.parseLong(base)))
                    : Optional.empty();
        }

        long startNanos(TimedStep step) {
            return epochNanos + step.startNanos();
        }

        long endNanos(TimedStep step) {
            return startNanos(step) + Math.max(step.hostNanos(), step.spanNanos());
        }
    }

    /// Of a load without a capture.
    static Optional<SlowRequest> of(RequestMetrics metrics) {
        return ranked(metrics.load().requests().stream().filter(ServedRequest::answered).toList())
                .map(request -> new SlowRequest(request, List.of(), 0));
    }

    /// Of the requests that were under way in the capture.
    static Optional<SlowRequest> within(RequestMetrics metrics, Clocked capture) {
        long began = metrics.load().facts().beganEpochNanos();
        long from = capture.steps().stream().mapToLong(capture::startNanos).min().orElse(0) - began;
        long to = capture.steps().stream().mapToLong(capture::endNanos).max().orElse(0) - began;
        List<ServedRequest> inside =
                metrics.load().requests().stream()
                        .filter(ServedRequest::answered)
                        .filter(each -> each.endNanos() > from && each.sentNanos() < to)
                        .toList();
        return ranked(inside).map(request -> served(request, capture, began));
    }

    private static Optional<ServedRequest> ranked(List<ServedRequest> answered) {
        return answered.stream()
                .sorted(
                        Comparator.comparingLong(ServedRequest::endToEndNanos)
                                .thenComparingInt(ServedRequest::number))
                .skip(Math.max(0, (long) Math.ceil(answered.size() * 0.99) - 1))
                .findFirst();
    }

    private static SlowRequest served(ServedRequest request, Clocked capture, long began) {
        List<TimedStep> steps =
                capture.steps().stream()
                        .filter(step ->
                                capture.endNanos(step) - began > request.sentNanos()
                                        && capture.startNanos(step) - began < request.endNanos())
                        .toList();
        return new SlowRequest(
                request, steps, steps.stream().mapToLong(TimedStep::busyNanos).sum());
    }

    public long queuedNanos() {
        return request.sentNanos() - request.dueNanos();
    }

    public long toFirstNanos() {
        return request.tokenNanos().get(0) - request.sentNanos();
    }

    public long toLastNanos() {
        return request.endNanos() - request.tokenNanos().get(0);
    }
}
