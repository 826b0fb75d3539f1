package dev.llmprof.analysis.event;

import dev.llmprof.table.CodedColumn;
import dev.llmprof.table.LongColumn;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.HostThread;
import dev.llmprof.trace.Lane;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds the call of a correlation id, the earliest where several have one; apart by process where
/// the tool tells processes. Calls are sorted, which needs less memory than an index, and events
/// mostly come in the same order.
final class CallFinder {
    private static final int ANY = -1;

    private final HostTable host;
    private final int processes;
    private final int[] processOfThread;
    private final int[] processOfLane;
    private final int[] calls;
    private final long duplicates;
    private int at;

    private CallFinder(HostTable host, int processes, int[] processOfThread, int[] processOfLane) {
        this.host = host;
        this.processes = processes;
        this.processOfThread = processOfThread;
        this.processOfLane = processOfLane;
        LongColumn ids = host.correlation();
        int[] rows =
                Rows.where(
                        host.size(),
                        row -> ids.get(row) != HostTable.NONE && host.kindOf(row).isCall());
        this.calls = Rows.sorted(byProcess(rows), this::order);
        this.duplicates = rows.length - different(ids, rows);
    }

    static CallFinder of(HostTable host, CodedColumn<Lane> lanes) {
        Map<String, Integer> codes = new HashMap<>();
        boolean told = lanes.values().stream().anyMatch(lane -> !lane.process().isEmpty());
        List<HostThread> threads = host.thread().values();
        int[] ofThread = new int[threads.size()];
        int[] ofLane = new int[lanes.values().size()];
        for (int thread = 0; told && thread < ofThread.length; thread++) {
            String process = threads.get(thread).process();
            ofThread[thread] = codes.computeIfAbsent(process, _ -> codes.size());
        }
        for (int lane = 0; told && lane < ofLane.length; lane++) {
            String process = lanes.values().get(lane).process();
            ofLane[lane] =
                    process.isEmpty() ? ANY : codes.computeIfAbsent(process, _ -> codes.size());
        }
        return new CallFinder(host, codes.size(), ofThread, ofLane);
    }

    /// Calls whose id another call has too, whichever process it is of.
    long duplicates() {
        return duplicates;
    }

    int of(GpuTable gpu, int row) {
        long id = gpu.correlation().get(row);
        if (id == GpuTable.NONE) {
            return Links.NONE;
        }
        int process = processOfLane[gpu.lane().code(row)];
        return process == ANY ? ofAny(id) : of(process, id);
    }

    private int ofAny(long id) {
        int earliest = Links.NONE;
        for (int process = 0; process < processes; process++) {
            int call = of(process, id);
            boolean earlier =
                    earliest == Links.NONE
                            || (call != Links.NONE
                                    && host.startNanos().get(call)
                                            < host.startNanos().get(earliest));
            earliest = earlier ? call : earliest;
        }
        return earliest;
    }

    private int of(int process, long id) {
        if (at < calls.length && compare(calls[at], process, id) < 0) {
            at++;
        }
        if (at >= calls.length || !isFirst(at, process, id)) {
            at = search(process, id);
        }
        boolean found = at < calls.length && compare(calls[at], process, id) == 0;
        return found ? calls[at] : Links.NONE;
    }

    private boolean isFirst(int place, int process, long id) {
        return compare(calls[place], process, id) == 0
                && (place == 0 || compare(calls[place - 1], process, id) < 0);
    }

    /// The first place that is not before.
    private int search(int process, long id) {
        int low = 0;
        int high = calls.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(calls[middle], process, id) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int compare(int call, int process, long id) {
        int processes = Integer.compare(process(call), process);
        return processes != 0 ? processes : Long.compare(host.correlation().get(call), id);
    }

    private int order(int left, int right) {
        int ids = compare(left, process(right), host.correlation().get(right));
        return ids != 0
                ? ids
                : Long.compare(host.startNanos().get(left), host.startNanos().get(right));
    }

    /// Calls of several processes lie mixed in a file, and those of one nearly in order.
    private int[] byProcess(int[] rows) {
        if (processes < 2) {
            return rows;
        }
        int[] places = new int[processes + 1];
        for (int row : rows) {
            places[process(row) + 1]++;
        }
        for (int process = 0; process < processes; process++) {
            places[process + 1] += places[process];
        }
        int[] apart = new int[rows.length];
        for (int row : rows) {
            apart[places[process(row)]++] = row;
        }
        return apart;
    }

    private int process(int call) {
        return processOfThread[host.thread().code(call)];
    }

    private static long different(LongColumn ids, int[] rows) {
        int[] byId = Rows.sorted(rows.clone(), (a, b) -> Long.compare(ids.get(a), ids.get(b)));
        long different = 0;
        for (int place = 0; place < byId.length; place++) {
            boolean fresh = place == 0 || ids.get(byId[place]) != ids.get(byId[place - 1]);
            different += fresh ? 1 : 0;
        }
        return different;
    }
}
