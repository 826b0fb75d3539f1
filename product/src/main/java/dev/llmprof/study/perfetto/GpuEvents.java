package dev.llmprof.study.perfetto;

import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuRangeTable;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.Lane;
import dev.llmprof.trace.LaunchShape;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Kernels, copies and sets, a track for each stream and a process for each GPU, each with an arrow
/// from the call that launched it; and the ranges that the tool laid over them.
final class GpuEvents {
    private final NestedTrace nested;
    private final GpuTable gpu;
    private final Track[] calls;
    private final Tracks tracks;
    private final EventSpool out;
    private final Map<String, Integer> devices = new HashMap<>();
    private final QuotedNames names = new QuotedNames();

    /// `calls` has the track of each row of the host.
    GpuEvents(NestedTrace nested, Track[] calls, Tracks tracks, EventSpool out) {
        this.nested = nested;
        this.gpu = nested.trace().gpu();
        this.calls = calls;
        this.tracks = tracks;
        this.out = out;
    }

    void write(UnaryOperator<String> deviceNames) throws IOException {
        Map<Integer, TrackRows> streams = new HashMap<>();
        int[] order =
                Rows.sorted(gpu.size(), new StartOrder(gpu.startNanos(), gpu.durationNanos()));
        for (int row : order) {
            long start = gpu.startNanos().get(row);
            long duration = gpu.durationNanos().get(row);
            Track track =
                    streams.computeIfAbsent(gpu.lane().code(row), code -> stream(code, deviceNames))
                            .at(start, duration);
            out.slice(start, duration, event(row, track));
            arrow(row, track);
        }
        ranges(deviceNames);
    }

    private TrackRows stream(int code, UnaryOperator<String> deviceNames) {
        Lane lane = gpu.lane().values().get(code);
        return tracks.rowsApart(process(lane.device(), deviceNames), "stream " + lane.stream());
    }

    private int process(String device, UnaryOperator<String> deviceNames) {
        return devices.computeIfAbsent(device, id -> tracks.process(deviceNames.apply(id)));
    }

    private EventText event(int row, Track track) {
        GpuKind kind = gpu.kindOf(row);
        LaunchShape shape = gpu.shape().get(row);
        EventText event =
                new EventText("X", track)
                        .quotedName(names.of(gpu.name().get(row)))
                        .kind(word(kind))
                        .withJson("device", names.of(gpu.lane().get(row).device()))
                        .withJson("stream", names.of(gpu.lane().get(row).stream()));
        if (gpu.correlation().get(row) != GpuTable.NONE) {
            event.with("correlation", gpu.correlation().get(row));
        }
        if (gpu.bytes().get(row) > 0) {
            event.with("bytes", gpu.bytes().get(row));
        }
        if (shape.known()) {
            event.withJson(
                            "grid",
                            "[%d,%d,%d]".formatted(shape.gridX(), shape.gridY(), shape.gridZ()))
                    .withJson(
                            "block",
                            "[%d,%d,%d]".formatted(shape.blockX(), shape.blockY(), shape.blockZ()));
        }
        return event.with("operator", nested.operator(row))
                .with("module", nested.module(row))
                .with("phase", nested.phaseOfGpu(row));
    }

    private static String word(GpuKind kind) {
        return switch (kind) {
            case KERNEL, GRAPH -> "kernel";
            case COPY -> "gpu_memcpy";
            case SET -> "gpu_memset";
        };
    }

    private void arrow(int row, Track kernel) throws IOException {
        Optional<Integer> call = nested.call(row);
        if (call.isEmpty() || calls[call.get()].thread() == 0) {
            return;
        }
        long start = nested.trace().host().startNanos().get(call.get());
        // A number for the whole file: no track has two events of one number.
        long number = ((long) kernel.thread() << 32) + row;
        out.moment(start, end("s", calls[call.get()], number, false));
        out.moment(gpu.startNanos().get(row), end("f", kernel, number, true));
    }

    private static EventText end(String phase, Track track, long number, boolean far) {
        return new EventText(phase, track).name("launch").kind("launch").flow(number, far);
    }

    /// They do not say of which device they are.
    private void ranges(UnaryOperator<String> deviceNames) throws IOException {
        GpuRangeTable table = nested.trace().gpuRanges();
        if (table.size() == 0) {
            return;
        }
        String first = gpu.size() == 0 ? "0" : gpu.lane().values().getFirst().device();
        TrackRows rows = tracks.rows(process(first, deviceNames), "ranges");
        for (int row :
                Rows.sorted(
                        table.size(), new StartOrder(table.startNanos(), table.durationNanos()))) {
            long start = table.startNanos().get(row);
            long duration = table.durationNanos().get(row);
            out.slice(
                    start,
                    duration,
                    new EventText("X", rows.at(start, duration))
                            .quotedName(names.of(table.name().get(row)))
                            .kind("gpu_user_annotation"));
        }
    }
}
