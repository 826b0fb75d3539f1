package dev.llmprof.trace.nsys;

import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.Lane;
import dev.llmprof.trace.LaunchShape;
import dev.llmprof.trace.sqlite.SqliteFile;
import dev.llmprof.trace.sqlite.SqliteRows;
import java.util.HashMap;
import java.util.Map;

/// Kernels, copies, sets and whole graphs of an export.
final class NsysGpuReader {
    private static final Map<Long, String> COPIES =
            Map.ofEntries(
                    Map.entry(1L, "HtoD"),
                    Map.entry(2L, "DtoH"),
                    Map.entry(3L, "HtoA"),
                    Map.entry(4L, "AtoH"),
                    Map.entry(5L, "AtoA"),
                    Map.entry(6L, "AtoD"),
                    Map.entry(7L, "DtoA"),
                    Map.entry(8L, "DtoD"),
                    Map.entry(9L, "HtoH"),
                    Map.entry(10L, "PtoP"),
                    Map.entry(11L, "Unified HtoD"),
                    Map.entry(12L, "Unified DtoH"),
                    Map.entry(13L, "Unified DtoD"));
    private static final String[] SHARED = {
        "start",
        "end",
        "deviceId",
        "contextId",
        "streamId",
        "globalPid",
        "correlationId",
        "graphNodeId"
    };
    private static final int START = 0;
    private static final int END = 1;
    private static final int LANE = 2;
    private static final int CORRELATION = 6;
    private static final int PROCESS = 5;
    private static final int GRAPH_NODE = 7;
    private static final int OWN = 8;

    private final NsysStrings strings;
    private final NsysProcesses processes;
    private final NsysCounts counts;
    private final GpuTable.Builder table;
    private final NsysCodes lanes = new NsysCodes(4);
    private final NsysCodes shapes = new NsysCodes(9);
    private final Map<Long, Integer> copyNames = new HashMap<>();

    NsysGpuReader(NsysStrings strings, NsysProcesses processes, NsysCounts counts) {
        this.strings = strings;
        this.processes = processes;
        this.counts = counts;
        this.table = new GpuTable.Builder(strings.symbols());
    }

    GpuTable.Builder read(SqliteFile file) {
        kernels(file);
        copies(file);
        sets(file);
        wholeGraphs(file);
        return table;
    }

    private void kernels(SqliteFile file) {
        var rows =
                rows(
                        file,
                        "CUPTI_ACTIVITY_KIND_KERNEL",
                        "demangledName",
                        "gridX",
                        "gridY",
                        "gridZ",
                        "blockX",
                        "blockY",
                        "blockZ",
                        "registersPerThread",
                        "staticSharedMemory",
                        "dynamicSharedMemory",
                        "graphId");
        while (counts.next(rows, START)) {
            int name = strings.code(rows.integer(OWN));
            event(rows, GpuKind.KERNEL, name, rows.integer(OWN + 10, GpuTable.NONE));
            table.facts(0, shapes.code(rows, OWN + 1, this::shape));
            counts.event("CUPTI_ACTIVITY_KIND_KERNEL");
        }
    }

    private void copies(SqliteFile file) {
        var rows = rows(file, "CUPTI_ACTIVITY_KIND_MEMCPY", "bytes", "copyKind");
        int shape = table.shapeCode(LaunchShape.UNKNOWN);
        while (counts.next(rows, START)) {
            int name = copyNames.computeIfAbsent(rows.integer(OWN + 1), this::copyName);
            event(rows, GpuKind.COPY, name, GpuTable.NONE);
            table.facts(counts.bytes(rows.integer(OWN)), shape);
            counts.event("CUPTI_ACTIVITY_KIND_MEMCPY");
        }
    }

    private void sets(SqliteFile file) {
        var rows = rows(file, "CUPTI_ACTIVITY_KIND_MEMSET", "bytes");
        int shape = table.shapeCode(LaunchShape.UNKNOWN);
        int name = strings.code("[CUDA memset]");
        while (counts.next(rows, START)) {
            event(rows, GpuKind.SET, name, GpuTable.NONE);
            table.facts(counts.bytes(rows.integer(OWN)), shape);
            counts.event("CUPTI_ACTIVITY_KIND_MEMSET");
        }
    }

    /// Graphs that nsys recorded as one event each: the device worked, at what is not known.
    private void wholeGraphs(SqliteFile file) {
        var rows = rows(file, "CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "graphId");
        int shape = table.shapeCode(LaunchShape.UNKNOWN);
        Map<Long, Integer> names = new HashMap<>();
        while (counts.next(rows, START)) {
            long graph = rows.integer(OWN, GpuTable.NONE);
            int name =
                    names.computeIfAbsent(
                            graph, id -> strings.code("CUDA graph " + id + " (whole)"));
            event(rows, GpuKind.GRAPH, name, graph);
            table.facts(0, shape);
            counts.event("CUPTI_ACTIVITY_KIND_GRAPH_TRACE");
        }
    }

    private void event(SqliteRows rows, GpuKind kind, int name, long graph) {
        long start = rows.integer(START);
        long duration = counts.duration(start, rows.integer(END));
        table.event(kind, start, duration, name, lanes.code(rows, LANE, this::lane));
        table.ids(
                processes.correlation(rows, CORRELATION, PROCESS),
                GpuTable.NONE,
                graph,
                rows.integer(GRAPH_NODE, GpuTable.NONE));
    }

    private int lane(long[] key) {
        return table.laneCode(
                new Lane(
                        Long.toString(NsysProcesses.pid(key[3])),
                        Long.toString(key[0]),
                        Long.toString(key[1]),
                        Long.toString(key[2])));
    }

    private int shape(long[] key) {
        return table.shapeCode(
                new LaunchShape(
                        (int) key[0],
                        (int) key[1],
                        (int) key[2],
                        (int) key[3],
                        (int) key[4],
                        (int) key[5],
                        (int) key[6],
                        (int) key[7],
                        (int) key[8]));
    }

    private int copyName(long kind) {
        return strings.code("[CUDA memcpy " + COPIES.getOrDefault(kind, "Unknown") + "]");
    }

    private static SqliteRows rows(SqliteFile file, String name, String... own) {
        String[] columns = new String[SHARED.length + own.length];
        System.arraycopy(SHARED, 0, columns, 0, SHARED.length);
        System.arraycopy(own, 0, columns, SHARED.length, own.length);
        return file.rows(name, columns);
    }
}
