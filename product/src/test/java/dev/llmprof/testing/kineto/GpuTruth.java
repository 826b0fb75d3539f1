package dev.llmprof.testing.kineto;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.testing.kineto.GpuEvent.Kind;
import dev.llmprof.testing.kineto.GpuEvent.Purpose;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What the GPUs did: kernels, memory copies and fills by name, and how their time adds up.
final class GpuTruth {
    private GpuTruth() {}

    static void add(Recording recording, ObjectNode truth) {
        List<GpuEvent> events = recording.gpu();
        truth.put(
                "zero_duration_gpu_events",
                events.stream().filter(event -> event.nanos() == 0).count());
        ObjectNode kernels = table(truth, "kernels", "rows", of(events, Kind.KERNEL));
        kernels.put("unique_names", kernels.path("rows").size());
        table(truth, "memcpy", "by_name", of(events, Kind.COPY))
                .put("bytes", bytes(events, Kind.COPY));
        table(truth, "memset", "by_name", of(events, Kind.SET))
                .put("bytes", bytes(events, Kind.SET));
        timeline(events, truth);
    }

    private static List<GpuEvent> of(List<GpuEvent> events, Kind kind) {
        return events.stream().filter(event -> event.work().kind() == kind).toList();
    }

    private static long bytes(List<GpuEvent> events, Kind kind) {
        return of(events, kind).stream().mapToLong(event -> event.work().bytes()).sum();
    }

    private static ObjectNode table(
            ObjectNode truth, String key, String rows, List<GpuEvent> events) {
        ObjectNode table = truth.putObject(key);
        table.put("count", events.size());
        table.put("total_ns", Spans.sumNanos(events));
        List<ObjectNode> byName =
                events.stream()
                        .collect(
                                Collectors.groupingBy(
                                        GpuEvent::name, TreeMap::new, Collectors.toList()))
                        .values()
                        .stream()
                        .map(GpuTruth::row)
                        .toList();
        Truth.rows(table, rows, byName, "total_ns");
        return table;
    }

    private static ObjectNode row(List<GpuEvent> ofOneName) {
        var nanos = ofOneName.stream().mapToLong(GpuEvent::nanos).summaryStatistics();
        return Truth.object()
                .put("name", ofOneName.getFirst().name())
                .put("count", nanos.getCount())
                .put("total_ns", nanos.getSum())
                .put("min_ns", nanos.getMin())
                .put("max_ns", nanos.getMax());
    }

    /// Each GPU between its own first and last event; the whole is the sum over the GPUs.
    private static void timeline(List<GpuEvent> events, ObjectNode truth) {
        ObjectNode byDevice = truth.putObject("busy_ns_by_device");
        var gpus = truth.putArray("gpus");
        ObjectNode nothing = Truth.object();
        parts(List.of(), nothing);
        nothing.properties().forEach(part -> truth.put(part.getKey(), 0L));
        events.stream()
                .collect(
                        Collectors.groupingBy(
                                e -> "" + e.work().lane().device(),
                                TreeMap::new,
                                Collectors.toList()))
                .forEach((device, own) -> {
                    ObjectNode gpu = Truth.object();
                    parts(own, gpu);
                    byDevice.put(device, gpu.path("busy_ns").asLong());
                    gpu.properties()
                            .forEach(part ->
                                    truth.put(
                                            part.getKey(),
                                            truth.path(part.getKey()).asLong()
                                                    + part.getValue().asLong()));
                    gpus.add(gpu.put("device", device));
                });
    }

    private static void parts(List<GpuEvent> events, ObjectNode truth) {
        long span = Spans.nanos(events);
        long busy = Spans.busyNanos(events);
        truth.put("span_ns", span);
        truth.put("busy_ns", busy);
        truth.put("idle_ns", span - busy);
        part(events, truth, "computation_ns", now -> now.contains(Purpose.COMPUTATION));
        part(events, truth, "total_comm_ns", now -> now.contains(Purpose.COMMUNICATION));
        part(events, truth, "total_memcpy_ns", now -> now.contains(Purpose.COPY));
        part(
                events,
                truth,
                "comm_comp_overlap_ns",
                now -> now.containsAll(Set.of(Purpose.COMPUTATION, Purpose.COMMUNICATION)));
        part(
                events,
                truth,
                "exposed_comm_ns",
                now -> now.contains(Purpose.COMMUNICATION) && !now.contains(Purpose.COMPUTATION));
        part(events, truth, "exposed_memcpy_ns", Set.of(Purpose.COPY)::equals);
    }

    private static void part(
            List<GpuEvent> events, ObjectNode truth, String key, Predicate<Set<Purpose>> when) {
        truth.put(key, Spans.nanosWhere(events, when));
    }
}
