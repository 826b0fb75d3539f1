package dev.llmprof.trace.nsys;

import dev.llmprof.table.LongIndex;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.HostThread;
import dev.llmprof.trace.sqlite.SqliteFile;
import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Calls of the CUDA API and NVTX ranges of an export.
final class NsysHostReader {
    private static final Pattern VERSION = Pattern.compile("_v\\d{4,5}$");
    private static final int PUSH_POP = 59;
    private static final int START_END = 60;
    private static final int TEXT_PUSH_POP = 70;
    private static final int TEXT_START_END = 71;
    private static final int DOMAIN = 75;

    private final NsysStrings strings;
    private final NsysProcesses processes;
    private final NsysCounts counts;
    private final HostTable.Builder table;
    private final NsysCodes threads = new NsysCodes(1);
    private final LongIndex callNames = new LongIndex();
    private final LongIndex callVersions = new LongIndex();
    private final BitSet namesSeen = new BitSet();
    private final BitSet driverNames = new BitSet();
    private final int noText;

    NsysHostReader(NsysStrings strings, NsysProcesses processes, NsysCounts counts) {
        this.strings = strings;
        this.processes = processes;
        this.counts = counts;
        this.table = new HostTable.Builder(strings.symbols());
        this.noText = strings.code("");
    }

    HostTable.Builder read(SqliteFile file) {
        calls(file);
        ranges(file);
        graphNodes(file);
        return table;
    }

    HostTable.Builder readRanges(SqliteFile file) {
        ranges(file);
        return table;
    }

    private void calls(SqliteFile file) {
        var rows =
                file.rows(
                        "CUPTI_ACTIVITY_KIND_RUNTIME",
                        "start",
                        "end",
                        "nameId",
                        "correlationId",
                        "globalTid");
        while (counts.next(rows, 0)) {
            int name = callName(rows.integer(2));
            long start = rows.integer(0);
            table.event(
                    isDriverCall(name, rows.integer(2))
                            ? HostKind.DRIVER_CALL
                            : HostKind.RUNTIME_CALL,
                    start,
                    counts.duration(start, rows.integer(1)),
                    name,
                    threads.code(rows, 4, this::thread));
            table.ids(processes.correlation(rows, 3, 4), HostTable.NONE);
            table.texts(noText, noText, noText, callVersions.get(rows.integer(2)));
            counts.event("CUPTI_ACTIVITY_KIND_RUNTIME");
        }
    }

    /// `cudaLaunchKernel` for `cudaLaunchKernel_v7000`: the CUDA version that brought the call in
    /// says nothing here. `cuMemAlloc_v2` is another call than `cuMemAlloc`.
    private int callName(long id) {
        int code = callNames.get(id);
        if (code == LongIndex.NONE) {
            Matcher version = VERSION.matcher(strings.text(id));
            boolean found = version.find();
            code =
                    found
                            ? strings.code(strings.text(id).substring(0, version.start()))
                            : strings.code(id);
            // nsys's own summaries keep one of five digits.
            boolean kept = found && version.group().length() == "_v11060".length();
            callVersions.putIfAbsent(id, kept ? strings.code(version.group()) : noText);
            callNames.putIfAbsent(id, code);
        }
        return code;
    }

    /// An open range ends with the last NVTX event. A range's id is its row's.
    private void ranges(SqliteFile file) {
        var domains = NsysDomains.read(file, strings);
        var rows =
                file.rows(
                        "NVTX_EVENTS",
                        "start",
                        "end",
                        "eventType",
                        "textId",
                        "text",
                        "globalTid",
                        "endGlobalTid",
                        "domainId");
        while (counts.next(rows, 0)) {
            int type = (int) rows.integer(2);
            if (!isRange(type)) {
                continue;
            }
            long start = rows.integer(0);
            long end = rows.integer(1, domains.lastNanos());
            if (rows.isNull(1)) {
                counts.openRange();
            }
            boolean nests = type == PUSH_POP || type == TEXT_PUSH_POP;
            table.event(
                    nests ? HostKind.RANGE : HostKind.FREE_RANGE,
                    start,
                    counts.duration(start, end),
                    strings.code(rows, 3, 4),
                    threads.code(rows, 5, this::thread));
            table.ids(HostTable.NONE, rows.isNull(6) ? rows.rowId() : HostTable.NONE);
            int domain = domains.code(rows.integer(5), rows.integer(7));
            table.texts(noText, noText, noText, domain);
            counts.event("NVTX_EVENTS");
        }
    }

    private void graphNodes(SqliteFile file) {
        var rows =
                file.rows(
                        "CUDA_GRAPH_NODE_EVENTS",
                        "start",
                        "graphNodeId",
                        "originalGraphNodeId",
                        "globalTid");
        while (counts.next(rows, 0)) {
            int thread = threads.code(rows, 3, this::thread);
            table.event(HostKind.GRAPH_NODE, rows.integer(0), 0, noText, thread);
            table.ids(rows.integer(1, HostTable.NONE), original(rows.integer(2)));
            table.texts(noText, noText, noText, noText);
            counts.event("CUDA_GRAPH_NODE_EVENTS");
        }
    }

    /// A node that is no copy has none, or 0.
    private static long original(long node) {
        return node == 0 ? HostTable.NONE : node;
    }

    static boolean isRange(int type) {
        return type == PUSH_POP
                || type == START_END
                || type == TEXT_PUSH_POP
                || type == TEXT_START_END;
    }

    static boolean isDomain(int type) {
        return type == DOMAIN;
    }

    private int thread(long[] globalTid) {
        return table.threadCode(
                new HostThread(
                        Long.toString(NsysProcesses.pid(globalTid[0])),
                        Long.toString(NsysProcesses.tid(globalTid[0]))));
    }

    /// `cuLaunchKernel` is the driver's, `cudaLaunchKernel` the runtime's.
    private boolean isDriverCall(int code, long id) {
        if (!namesSeen.get(code)) {
            namesSeen.set(code);
            String name = strings.text(id);
            driverNames.set(code, name.startsWith("cu") && !name.startsWith("cuda"));
        }
        return driverNames.get(code);
    }
}
