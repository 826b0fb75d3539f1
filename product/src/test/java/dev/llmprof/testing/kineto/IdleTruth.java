package dev.llmprof.testing.kineto;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/// Why each GPU was idle, the slow and plain way: every event is held against all before it, and
/// every piece of a wait against all that its thread did.
final class IdleTruth {
    private static final long SHORT_NANOS = 30_000;
    private static final long FRAME_NANOS = 10_000;
    private static final List<String> CAUSES =
            List.of(
                    "host_wait_ns",
                    "launch_gap_ns",
                    "graph_gap_ns",
                    "stream_switch_ns",
                    "queued_ns",
                    "unknown_launch_ns");
    private static final List<String> ACTIVITIES =
            List.of(
                    "host_sync_ns",
                    "host_allocation_ns",
                    "host_calls_ns",
                    "host_gc_ns",
                    "host_data_loading_ns",
                    "host_operators_ns",
                    "host_python_ns",
                    "host_nothing_ns");

    private final Recording recording;
    private final Map<String, Long> nanos = new TreeMap<>();
    private final List<Long> gaps = new ArrayList<>();

    private IdleTruth(Recording recording) {
        this.recording = recording;
        CAUSES.forEach(cause -> nanos.put(cause, 0L));
        ACTIVITIES.forEach(activity -> nanos.put(activity, 0L));
        nanos.put("host_launch_ns", 0L);
    }

    /// Into the rows of the GPUs that are there.
    static void add(Recording recording, ObjectNode truth) {
        List<Long> largest = new ArrayList<>();
        for (JsonNode gpu : truth.path("gpus")) {
            var idle = new IdleTruth(recording);
            idle.device(gpu.path("device").asText());
            idle.nanos.forEach(((ObjectNode) gpu)::put);
            largest.addAll(idle.gaps);
        }
        largest.sort(Comparator.reverseOrder());
        var rows = truth.putArray("gaps");
        largest.stream().limit(10).forEach(gap -> rows.addObject().put("duration_ns", gap));
    }

    private void device(String device) {
        List<GpuEvent> events =
                recording.gpu().stream()
                        .filter(event -> device.equals("" + event.work().lane().device()))
                        .sorted(
                                Comparator.comparingLong(GpuEvent::startNanos)
                                        .thenComparingLong(GpuEvent::nanos))
                        .toList();
        for (int at = 1; at < events.size(); at++) {
            List<GpuEvent> before = events.subList(0, at);
            if (events.get(at).startNanos() > Spans.end(before)) {
                gaps.add(events.get(at).startNanos() - Spans.end(before));
                gap(before, events.get(at));
            }
        }
    }

    private void gap(List<GpuEvent> before, GpuEvent next) {
        long free = Spans.end(before);
        GpuEvent last =
                before.stream().filter(event -> event.endNanos() == free).toList().getLast();
        if (next.call() == HostEvent.NONE) {
            count("unknown_launch_ns", next.startNanos() - free);
            return;
        }
        HostEvent call = recording.host().get(next.call());
        boolean replay = call.name().endsWith("GraphLaunch");
        if (replay && before.stream().anyMatch(event -> event.call() == next.call())) {
            count("graph_gap_ns", next.startNanos() - free);
            return;
        }
        long rest = free;
        if (call.startNanos() > free) {
            boolean soon = next.startNanos() - call.endNanos() < SHORT_NANOS;
            rest = soon ? next.startNanos() : call.endNanos();
            count("host_wait_ns", rest - free);
            count("host_launch_ns", rest - call.startNanos());
            pieces(call.thread(), free, call.startNanos());
        }
        boolean sameStream = last.work().lane().equals(next.work().lane());
        boolean isShort = next.startNanos() - free < SHORT_NANOS;
        count(
                sameStream ? isShort ? "launch_gap_ns" : "queued_ns" : "stream_switch_ns",
                next.startNanos() - rest);
    }

    private void count(String what, long by) {
        nanos.merge(what, by, Long::sum);
    }

    /// Between two neighbouring boundaries nothing changes.
    private void pieces(long thread, long from, long to) {
        List<HostEvent> own =
                recording.host().stream()
                        .filter(event -> event.thread() == thread)
                        .filter(event -> event.endNanos() > from && event.startNanos() < to)
                        .toList();
        long[] boundaries =
                LongStream.concat(
                                LongStream.of(from, to),
                                own.stream()
                                        .flatMapToLong(event ->
                                                LongStream.of(
                                                        event.startNanos(), event.endNanos())))
                        .filter(nanos -> nanos >= from && nanos <= to)
                        .distinct()
                        .sorted()
                        .toArray();
        for (int at = 1; at < boundaries.length; at++) {
            long start = boundaries[at - 1];
            long end = boundaries[at];
            int first =
                    own.stream()
                            .filter(event -> event.startNanos() <= start && event.endNanos() >= end)
                            .mapToInt(IdleTruth::activity)
                            .min()
                            .orElse(ACTIVITIES.size() - 1);
            count(ACTIVITIES.get(first), end - start);
        }
    }

    private static int activity(HostEvent event) {
        String name = event.name();
        boolean frame = event.kind() == HostEvent.Kind.FRAME;
        boolean told = !frame || name.startsWith(Program.MODULE) || event.nanos() >= FRAME_NANOS;
        String key =
                event.kind().isCall()
                        ? call(name)
                        : !told
                                ? "host_nothing_ns"
                                : name.contains("DataLoader")
                                        ? "host_data_loading_ns"
                                        : name.contains("collect of module")
                                                ? "host_gc_ns"
                                                : frame
                                                        ? "host_python_ns"
                                                        : event.kind() == HostEvent.Kind.RANGE
                                                                ? "host_nothing_ns"
                                                                : "host_operators_ns";
        return ACTIVITIES.indexOf(key);
    }

    private static String call(String name) {
        return name.endsWith("Synchronize")
                ? "host_sync_ns"
                : name.endsWith("Malloc") || name.endsWith("Free")
                        ? "host_allocation_ns"
                        : "host_calls_ns";
    }
}
