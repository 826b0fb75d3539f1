package dev.llmprof.testing.kineto;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.testing.kineto.HostEvent.Kind;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Ranges and what was launched within them; the steps of the profiler and of serving engines; time
/// by phase.
final class RangeTruth {
    private final Recording recording;
    private final Nesting nesting;
    private final List<Integer> ranges;

    private RangeTruth(Recording recording) {
        this.recording = recording;
        this.nesting = new Nesting(recording);
        this.ranges = inTime(nesting.of(Kind.RANGE));
    }

    static void add(Recording recording, ObjectNode truth) {
        var ranges = new RangeTruth(recording);
        ranges.annotations(truth.putObject("annotations"));
        ranges.steps(truth.putArray("steps"));
        ranges.engineSteps(truth.putArray("engine_steps"));
        ranges.phases(truth);
    }

    private List<Integer> inTime(List<Integer> rows) {
        return rows.stream().sorted(Comparator.comparingLong(row -> at(row).startNanos())).toList();
    }

    private HostEvent at(int range) {
        return recording.host().get(range);
    }

    private void annotations(ObjectNode truth) {
        Map<String, List<Integer>> byName =
                ranges.stream()
                        .collect(
                                Collectors.groupingBy(
                                        range -> at(range).name(),
                                        TreeMap::new,
                                        Collectors.toList()));
        var shown = nesting.byInnermostRange();
        truth.put("user_annotation_count", ranges.size());
        truth.put("gpu_user_annotation_count", recording.dialect().old() ? 0 : shown.size());
        truth.put("unique_names", byName.size());
        Truth.rows(
                truth,
                "rows",
                byName.entrySet().stream()
                        .map(named -> row(named.getKey(), named.getValue(), shown))
                        .toList(),
                "host_ns");
    }

    private ObjectNode row(
            String name, List<Integer> instances, Map<Nesting.Innermost, List<GpuEvent>> shown) {
        List<List<GpuEvent>> launched = instances.stream().map(nesting::launched).toList();
        List<List<GpuEvent>> spans =
                shown.entrySet().stream()
                        .filter(span -> instances.contains(span.getKey().range()))
                        .map(Map.Entry::getValue)
                        .toList();
        long spanNanos = spans.stream().mapToLong(Spans::nanos).sum();
        boolean old = recording.dialect().old();
        return Truth.object()
                .put("name", name)
                .put("host_count", instances.size())
                .put("host_ns", instances.stream().mapToLong(nesting::nanos).sum())
                .put("host_self_ns", instances.stream().mapToLong(nesting::selfNanos).sum())
                .put("gpu_recorded_count", old ? 0 : spans.size())
                .put("gpu_recorded_ns", old ? 0 : spanNanos + 2L * spans.size())
                .put(
                        "projected_instances",
                        launched.stream().filter(events -> !events.isEmpty()).count())
                .put("projected_gpu_events", launched.stream().mapToLong(List::size).sum())
                .put("projected_kernel_sum_ns", launched.stream().mapToLong(Spans::sumNanos).sum())
                .put("projected_own_ns", spans.stream().mapToLong(Spans::sumNanos).sum())
                .put("projected_busy_ns", launched.stream().mapToLong(Spans::busyNanos).sum())
                .put("projected_span_ns", launched.stream().mapToLong(Spans::nanos).sum())
                .put("innermost_stream_span_ns", spanNanos)
                .put("innermost_stream_spans", spans.size());
    }

    private void steps(ArrayNode steps) {
        for (int range : ranges) {
            if (at(range).name().startsWith("ProfilerStep#")) {
                List<GpuEvent> launched = nesting.launched(range);
                steps.addObject()
                        .put("name", at(range).name())
                        .put("host_ns", nesting.nanos(range))
                        .put("gpu_events", launched.size())
                        .put("gpu_sum_ns", Spans.sumNanos(launched));
            }
        }
    }

    private void engineSteps(ArrayNode steps) {
        for (int range : ranges) {
            if (at(range).phase().marked()) {
                List<GpuEvent> launched = nesting.launched(range);
                steps.addObject()
                        .put("name", at(range).name())
                        .put("style", at(range).phase().style())
                        .put("phase", at(range).phase().name())
                        .put("host_ns", nesting.nanos(range))
                        .put("gpu_events", launched.size())
                        .put("gpu_sum_ns", Spans.sumNanos(launched))
                        .put("gpu_busy_ns", Spans.busyNanos(launched))
                        .put("gpu_span_ns", Spans.nanos(launched));
            }
        }
    }

    private void phases(ObjectNode truth) {
        Map<String, List<Integer>> byPhase =
                inTime(nesting.nodes()).stream()
                        .collect(
                                Collectors.groupingBy(
                                        node -> at(node).phase().name(),
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        byPhase.remove("");
        ArrayNode phases = truth.putArray("phases");
        byPhase.forEach((name, nodes) -> {
            List<GpuEvent> events = gpuIn(name);
            phases.addObject()
                    .put("name", name)
                    .put("steps", nodes.stream().filter(node -> opens(node, name)).count())
                    .put("host_ns", nodes.stream().mapToLong(nesting::selfNanos).sum())
                    .put("gpu_events", events.size())
                    .put("gpu_sum_ns", Spans.sumNanos(events))
                    .put("gpu_busy_ns", Spans.busyNanos(events));
        });
        truth.put("outside_phases_gpu_ns", Spans.sumNanos(gpuIn("")));
        truth.put("outside_phases_gpu_events", gpuIn("").size());
    }

    /// A step within a step of the same phase is no new one.
    private boolean opens(int node, String phase) {
        int parent = at(node).parent();
        return at(node).phase().marked()
                && (parent == HostEvent.NONE || !at(parent).phase().name().equals(phase));
    }

    private List<GpuEvent> gpuIn(String phase) {
        return recording.gpu().stream().filter(event -> phaseOf(event).equals(phase)).toList();
    }

    private String phaseOf(GpuEvent event) {
        int from = event.call() == HostEvent.NONE ? event.operator() : event.call();
        return from == HostEvent.NONE ? "" : at(from).phase().name();
    }
}
