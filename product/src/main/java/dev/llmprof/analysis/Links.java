package dev.llmprof.analysis;

import dev.llmprof.table.LongIndex;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Lane;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Leads each GPU event back to the call that launched it and to the operator around that call.
///
/// The launch's correlation id goes first; the external id, which older tools write shifted, only
/// where there is no call inside an operator.
final class Links {
    static final int NONE = -1;

    private final int[] order;
    private final int[] call;
    private final int[] operatorByCall;
    private final int[] operatorByExternalId;
    private final long duplicateCallCorrelations;

    private Links(
            int[] order,
            int[] call,
            int[] operatorByCall,
            int[] operatorByExternalId,
            long duplicateCallCorrelations) {
        this.order = order;
        this.call = call;
        this.operatorByCall = operatorByCall;
        this.operatorByExternalId = operatorByExternalId;
        this.duplicateCallCorrelations = duplicateCallCorrelations;
    }

    static Links of(GpuTable gpu, HostTree tree) {
        return of(gpu, tree, tree.nearest(HostKind.OPERATOR));
    }

    /// `enclosing` is the nearest operator around each host row.
    static Links of(GpuTable gpu, HostTree tree, int[] enclosing) {
        Calls calls = new Calls(tree.host(), gpu.lane().values());
        LongIndex byExternalId = operatorsByExternalId(tree.host());
        int[] call = new int[gpu.size()];
        int[] byCall = new int[gpu.size()];
        int[] byId = new int[gpu.size()];
        for (int row = 0; row < gpu.size(); row++) {
            call[row] = calls.of(gpu, row);
            byCall[row] = call[row] == NONE ? NONE : enclosing[call[row]];
            long id = gpu.externalId().get(row);
            byId[row] = id == GpuTable.NONE ? NONE : byExternalId.get(id);
        }
        return new Links(byStart(gpu), call, byCall, byId, calls.duplicates);
    }

    /// GPU events by start, then end, then as in the file.
    int[] order() {
        return order;
    }

    int call(int gpuRow) {
        return call[gpuRow];
    }

    int operator(int gpuRow) {
        return operatorByCall[gpuRow] == NONE
                ? operatorByExternalId[gpuRow]
                : operatorByCall[gpuRow];
    }

    int operatorByCall(int gpuRow) {
        return operatorByCall[gpuRow];
    }

    int operatorByExternalId(int gpuRow) {
        return operatorByExternalId[gpuRow];
    }

    long duplicateCallCorrelations() {
        return duplicateCallCorrelations;
    }

    private static int[] byStart(GpuTable gpu) {
        return Rows.sorted(
                gpu.size(),
                (left, right) -> {
                    int starts =
                            Long.compare(gpu.startNanos().get(left), gpu.startNanos().get(right));
                    return starts != 0
                            ? starts
                            : Long.compare(
                                    gpu.durationNanos().get(left), gpu.durationNanos().get(right));
                });
    }

    private static LongIndex operatorsByExternalId(HostTable host) {
        LongIndex index = new LongIndex();
        for (int row = 0; row < host.size(); row++) {
            long id = host.externalId().get(row);
            if (id != HostTable.NONE && host.kindOf(row) == HostKind.OPERATOR) {
                index.putIfAbsent(id, row);
            }
        }
        return index;
    }

    /// Calls by correlation id, the earliest where several have one; apart by process where the
    /// tool tells processes.
    private static final class Calls {
        private final LongIndex all = new LongIndex();
        private final Map<String, LongIndex> byProcess = new HashMap<>();
        private long duplicates;

        Calls(HostTable host, List<Lane> lanes) {
            boolean told = lanes.stream().anyMatch(lane -> !lane.process().isEmpty());
            for (int row = 0; row < host.size(); row++) {
                long id = host.correlation().get(row);
                if (id == HostTable.NONE || !host.kindOf(row).isCall()) {
                    continue;
                }
                if (told) {
                    String process = host.thread().get(row).process();
                    put(host, byProcess.computeIfAbsent(process, _ -> new LongIndex()), id, row);
                }
                duplicates += put(host, all, id, row) ? 0 : 1;
            }
        }

        int of(GpuTable gpu, int row) {
            long id = gpu.correlation().get(row);
            if (id == GpuTable.NONE) {
                return NONE;
            }
            String process = gpu.lane().get(row).process();
            LongIndex index = process.isEmpty() ? all : byProcess.get(process);
            return index == null ? NONE : index.get(id);
        }

        private static boolean put(HostTable host, LongIndex index, long id, int row) {
            if (index.putIfAbsent(id, row)) {
                return true;
            }
            if (host.startNanos().get(row) < host.startNanos().get(index.get(id))) {
                index.replace(id, row);
            }
            return false;
        }
    }
}
