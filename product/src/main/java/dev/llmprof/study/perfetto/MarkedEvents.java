package dev.llmprof.study.perfetto;

import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.phase.PhaseFinder;
import dev.llmprof.analysis.phase.StepTimes;
import dev.llmprof.analysis.phase.TimedStep;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Phases and steps, each in a track of their own: on the host when they were enqueued, on the GPU
/// when their work ran.
record MarkedEvents(NestedTrace nested, StepTimes times, Tracks tracks, EventSpool out) {
    void write(String label) throws IOException {
        HostTable host = nested.trace().host();
        Map<String, Optional<String>> phases = new HashMap<>();
        int[] ranges =
                Rows.sorted(
                        Rows.where(
                                host.size(),
                                row ->
                                        isRange(host.kindOf(row))
                                                && phase(phases, host.name().get(row)).isPresent()),
                        new StartOrder(host.startNanos(), host.durationNanos()));
        if (ranges.length == 0 && times.steps().isEmpty() && times.iterations().isEmpty()) {
            return;
        }
        int process = tracks.process(label + ": phases and steps");
        TrackRows rows = tracks.rows(process, "phases");
        for (int row : ranges) {
            long start = host.startNanos().get(row);
            long duration = host.durationNanos().get(row);
            out.slice(
                    start,
                    duration,
                    new EventText("X", rows.at(start, duration))
                            .name(phase(phases, host.name().get(row)).orElse(""))
                            .kind("phase")
                            .with("range", host.name().get(row)));
        }
        steps(process, "steps", times.steps());
        steps(process, "iterations", times.iterations());
    }

    private static Optional<String> phase(Map<String, Optional<String>> known, String name) {
        return known.computeIfAbsent(name, PhaseFinder::phase);
    }

    private static boolean isRange(HostKind kind) {
        return kind == HostKind.RANGE || kind == HostKind.FREE_RANGE;
    }

    private void steps(int process, String what, List<TimedStep> steps) throws IOException {
        TrackRows host = tracks.rows(process, what + " on the host");
        TrackRows gpu = tracks.rows(process, what + " on the GPU");
        for (TimedStep step : inOrder(steps, false)) {
            out.slice(
                    step.startNanos(),
                    step.hostNanos(),
                    event(step, host.at(step.startNanos(), step.hostNanos())));
        }
        for (TimedStep step : inOrder(steps, true)) {
            TimedStep.Work work = step.gpu();
            out.slice(
                    work.startNanos(),
                    work.spanNanos(),
                    event(step, gpu.at(work.startNanos(), work.spanNanos())));
        }
    }

    private static List<TimedStep> inOrder(List<TimedStep> steps, boolean onGpu) {
        Comparator<TimedStep> byStart =
                onGpu
                        ? Comparator.comparingLong((TimedStep step) -> step.gpu().startNanos())
                                .thenComparingLong(step -> -step.gpu().spanNanos())
                        : Comparator.comparingLong(TimedStep::startNanos)
                                .thenComparingLong(step -> -step.hostNanos());
        return steps.stream().filter(step -> !onGpu || step.onGpu()).sorted(byStart).toList();
    }

    private static EventText event(TimedStep step, Track track) {
        EventText event =
                new EventText("X", track)
                        .name(step.name())
                        .kind("step")
                        .with("kind", step.facts().kind().label())
                        .with("launches", step.launches());
        step.facts().requests().ifPresent(count -> event.with("batch", count));
        step.facts().tokens().ifPresent(count -> event.with("tokens", count));
        return event;
    }
}
