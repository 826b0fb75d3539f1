package dev.llmprof.compare.metric;

import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.CaptureSubject;
import dev.llmprof.analysis.capture.HostTime;
import dev.llmprof.analysis.phase.StepKind;
import dev.llmprof.analysis.phase.StepTimes;
import dev.llmprof.analysis.phase.TimedStep;
import dev.llmprof.analysis.workload.Timings;
import dev.llmprof.analysis.workload.Timings.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// The gating metrics of one run: by the workload's own clock where it has one, and of the capture
/// that a report would be about. A new metric is a line here.
public final class RunMetrics {
    private final List<RunSeries> found = new ArrayList<>();

    private RunMetrics() {}

    public static List<RunSeries> of(Optional<Timings> timings, List<Capture> captures) {
        var metrics = new RunMetrics();
        timings.ifPresent(metrics::clock);
        CaptureSubject.of(captures).map(CaptureSubject::capture).ifPresent(metrics::capture);
        return List.copyOf(metrics.found);
    }

    private void clock(Timings timings) {
        List<Request> requests = timings.counted();
        time("time_to_first_token", requests, Request::prefillNanos);
        List<Request> decoding =
                requests.stream()
                        .filter(each -> each.decodedTokens() > 0 && each.decodeNanos() > 0)
                        .toList();
        time("time_per_output_token", decoding, each -> each.decodeNanos() / each.decodeSteps());
        rate("prefill", requests, each -> each.promptTokens() * 1e9 / each.prefillNanos());
        rate("decode", decoding, Request::tokensPerSecond);
        time("end_to_end_time", requests, each -> each.prefillNanos() + each.decodeNanos());
    }

    private void capture(Capture capture) {
        StepTimes times = capture.marked().times();
        for (StepKind kind : StepKind.values()) {
            List<TimedStep> steps =
                    times.steps().stream().filter(step -> step.facts().kind() == kind).toList();
            if (kind != StepKind.IDLE && kind != StepKind.CAPTURE) {
                boolean periods = steps.stream().anyMatch(TimedStep::steady);
                time(kind.label() + ".step_time", steps, step -> nanos(step, periods));
                rate(kind.label(), steps, step -> tokensPerSecond(step, nanos(step, periods)));
            }
        }
        // They divide the host's time without gaps.
        time("iteration.step_time", times.iterations(), TimedStep::hostNanos);
        GpuTimeline timeline = capture.gpu().timeline();
        time("end_to_end_time", List.of(timeline), GpuTimeline::spanNanos);
        time("end_to_end_time", List.of(capture.host()), HostTime::spanNanos);
        time("gpu_busy_time", List.of(timeline), GpuTimeline::busyNanos);
    }

    /// From one step's start to the next of its kind; where there is no such step, its GPU work.
    private static double nanos(TimedStep step, boolean periods) {
        if (!periods) {
            return step.spanNanos();
        }
        return step.steady() ? step.periodNanos().orElse(0) : 0;
    }

    private static double tokensPerSecond(TimedStep step, double nanos) {
        return nanos > 0 ? step.facts().tokens().orElse(0) * 1e9 / nanos : 0;
    }

    private <T> void time(String name, List<T> items, ToDoubleFunction<T> nanos) {
        add(new MetricKind(name, "ns", Better.LOWER), items, nanos);
    }

    private <T> void rate(String phase, List<T> items, ToDoubleFunction<T> perSecond) {
        String name = phase + ".tokens_per_second";
        add(new MetricKind(name, "tokens/s", Better.HIGHER), items, perSecond);
    }

    /// What has no value is left out, and what was said already stays.
    private <T> void add(MetricKind kind, List<T> items, ToDoubleFunction<T> value) {
        List<Double> values =
                items.stream()
                        .mapToDouble(value)
                        .filter(each -> each > 0 && Double.isFinite(each))
                        .boxed()
                        .toList();
        if (!values.isEmpty() && found.stream().noneMatch(each -> each.kind().equals(kind))) {
            found.add(new RunSeries(kind, values));
        }
    }
}
