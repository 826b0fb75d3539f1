package dev.llmprof.study.perfetto;

import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.FrameTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.HostThread;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/// Operators, ranges and calls, a track for each thread; modules and Python's functions beside it,
/// and ranges that belong to no thread.
final class HostEvents {
    private static final Track NONE = new Track(0, 0);

    private final NestedTrace nested;
    private final HostTable host;
    private final Tracks tracks;
    private final EventSpool out;
    private final Map<String, Integer> processes = new HashMap<>();
    private final Map<Integer, TrackRows> threads = new HashMap<>();
    private final Map<Integer, TrackRows> python = new HashMap<>();
    private final Map<Integer, TrackRows> free = new HashMap<>();
    private final QuotedNames names = new QuotedNames();

    HostEvents(NestedTrace nested, Tracks tracks, EventSpool out) {
        this.nested = nested;
        this.host = nested.trace().host();
        this.tracks = tracks;
        this.out = out;
    }

    /// The track of each row that may have launched something.
    Track[] write(String label) throws IOException {
        Track[] calls = new Track[host.size()];
        Arrays.fill(calls, NONE);
        for (int row : nested.tree().order()) {
            if (host.kindOf(row) != HostKind.GRAPH_NODE) {
                calls[row] = slice(row, rows(threads, label, row, ""));
            }
        }
        for (int row : byStart(HostKind.FREE_RANGE)) {
            slice(row, rows(free, label, row, " ranges"));
        }
        for (int row : byStart(HostKind.MODULE)) {
            slice(row, rows(python, label, row, " modules"));
        }
        frames(label);
        return calls;
    }

    private int[] byStart(HostKind kind) {
        return Rows.sorted(
                Rows.where(host.size(), row -> host.kindOf(row) == kind),
                new StartOrder(host.startNanos(), host.durationNanos()));
    }

    private Track slice(int row, TrackRows rows) throws IOException {
        long start = host.startNanos().get(row);
        long duration = host.durationNanos().get(row);
        Track track = rows.at(start, duration);
        HostKind kind = host.kindOf(row);
        EventText event =
                new EventText("X", track)
                        .quotedName(names.of(host.name().get(row)))
                        .kind(word(kind));
        if (kind.isCall() && host.correlation().get(row) != HostTable.NONE) {
            event.with("correlation", host.correlation().get(row));
        }
        event.with("phase", nested.phase(row))
                .with("Input Dims", host.inputShapes().get(row))
                .with("domain", kind.isCall() ? "" : host.domain().get(row));
        out.slice(start, duration, event);
        return track;
    }

    /// PyTorch's own words, so that what reads its traces reads these.
    private static String word(HostKind kind) {
        return switch (kind) {
            case OPERATOR -> "cpu_op";
            case RANGE, FREE_RANGE -> "user_annotation";
            case RUNTIME_CALL -> "cuda_runtime";
            case DRIVER_CALL -> "cuda_driver";
            case MODULE, GRAPH_NODE -> "python_function";
        };
    }

    private TrackRows rows(Map<Integer, TrackRows> made, String label, int row, String suffix) {
        return rows(made, label, suffix).apply(host.thread().code(row));
    }

    private IntFunction<TrackRows> rows(Map<Integer, TrackRows> made, String label, String suffix) {
        return code ->
                made.computeIfAbsent(
                        code,
                        thread -> {
                            HostThread known = host.thread().values().get(thread);
                            return tracks.rows(
                                    process(label, known.process()),
                                    "thread " + known.thread() + suffix);
                        });
    }

    private int process(String label, String process) {
        return processes.computeIfAbsent(
                process,
                id -> tracks.process(label + ": process" + (id.isEmpty() ? "" : " " + id)));
    }

    private void frames(String label) throws IOException {
        FrameTable frames = nested.trace().frames();
        Map<Integer, TrackRows> functions = new HashMap<>();
        int[] order =
                Rows.sorted(
                        frames.size(), new StartOrder(frames.startNanos(), frames.durationNanos()));
        for (int row : order) {
            long start = frames.startNanos().get(row);
            long duration = frames.durationNanos().get(row);
            Track track =
                    rows(functions, label, " python")
                            .apply(frames.thread().get(row))
                            .at(start, duration);
            out.slice(
                    start,
                    duration,
                    new EventText("X", track)
                            .quotedName(names.of(frames.name().get(row)))
                            .kind("python_function"));
        }
    }
}
