package dev.llmprof.testing.kineto;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// Stream by stream: what each waited for, and how many launches waited for it.
final class StreamTruth {
    private static final long SHORT_GAP_NANOS = 30_000;
    private static final int HOST_WAIT = 0;
    private static final int KERNEL_WAIT = 1;
    private static final int OTHER = 2;

    private final Recording recording;

    private StreamTruth(Recording recording) {
        this.recording = recording;
    }

    static void add(Recording recording, ObjectNode truth) {
        var streams = new StreamTruth(recording);
        ArrayNode idle = truth.putArray("idle_by_stream");
        ArrayNode queues = truth.putArray("queue_length");
        var order =
                Comparator.comparing((Lane lane) -> "" + lane.device())
                        .thenComparing(lane -> "" + lane.stream());
        recording.gpu().stream()
                .sorted(Comparator.comparingLong(GpuEvent::startNanos))
                .collect(
                        Collectors.groupingBy(
                                event -> event.work().lane(),
                                () -> new TreeMap<>(order),
                                Collectors.toList()))
                .forEach((lane, events) -> {
                    streams.idle(named(idle.addObject(), lane), events);
                    List<GpuEvent> launched =
                            events.stream().filter(e -> e.call() != HostEvent.NONE).toList();
                    if (!launched.isEmpty()) {
                        streams.queue(named(queues.addObject(), lane), launched);
                    }
                });
    }

    private static ObjectNode named(ObjectNode row, Lane lane) {
        return row.put("device", "" + lane.device()).put("stream", "" + lane.stream());
    }

    private void idle(ObjectNode row, List<GpuEvent> events) {
        long[] nanos = new long[3];
        long[] gaps = new long[3];
        for (int at = 1; at < events.size(); at++) {
            long free = Spans.end(events.subList(0, at));
            long gap = events.get(at).startNanos() - free;
            if (gap > 0) {
                int why = why(events.get(at), free, gap);
                nanos[why] += gap;
                gaps[why]++;
            }
        }
        row.put("gpu_events", events.size())
                .put("host_wait_ns", nanos[HOST_WAIT])
                .put("kernel_wait_ns", nanos[KERNEL_WAIT])
                .put("other_ns", nanos[OTHER]);
        ArrayNode counts = row.putArray("gaps");
        LongStream.of(gaps).forEach(counts::add);
    }

    private int why(GpuEvent event, long freeNanos, long gapNanos) {
        if (event.call() != HostEvent.NONE && startOfCall(event) > freeNanos) {
            return HOST_WAIT;
        }
        return gapNanos < SHORT_GAP_NANOS ? KERNEL_WAIT : OTHER;
    }

    private long startOfCall(GpuEvent event) {
        return recording.host().get(event.call()).startNanos();
    }

    /// At each call and each start: how many are called and not yet started.
    private void queue(ObjectNode row, List<GpuEvent> events) {
        List<Long> lengths = new ArrayList<>();
        record Change(long nanos, int by) {}
        List<Change> changes = new ArrayList<>();
        for (GpuEvent event : events) {
            changes.add(new Change(startOfCall(event), 1));
            changes.add(new Change(event.startNanos(), -1));
        }
        changes.sort(
                Comparator.comparingLong(Change::nanos)
                        .thenComparing(Comparator.comparingInt(Change::by).reversed()));
        long length = 0;
        for (Change change : changes) {
            length += change.by();
            lengths.add(length);
        }
        var statistics = lengths.stream().mapToLong(Long::longValue).summaryStatistics();
        row.put("points", statistics.getCount())
                .put("max", statistics.getMax())
                .put("min", statistics.getMin())
                .put("sum", statistics.getSum())
                .put("end", 0);
    }
}
