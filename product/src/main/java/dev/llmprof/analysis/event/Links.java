package dev.llmprof.analysis.event;

import dev.llmprof.table.LongIndex;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.Optional;

/// Leads each GPU event back to the call that launched it and to the operator around that call.
///
/// The launch's correlation id goes first; the external id, which older tools write shifted, only
/// where there is no call inside an operator.
public final class Links {
    public static final int NONE = -1;

    private final int[] order;
    private final int[] call;
    private final int[] enclosing;
    private final int[] operatorByExternalId;
    private final long duplicateCallCorrelations;
    private final ReplayOrigins replayed;

    private Links(
            int[] order,
            int[] call,
            int[] enclosing,
            int[] operatorByExternalId,
            long duplicateCallCorrelations,
            ReplayOrigins replayed) {
        this.order = order;
        this.call = call;
        this.enclosing = enclosing;
        this.operatorByExternalId = operatorByExternalId;
        this.duplicateCallCorrelations = duplicateCallCorrelations;
        this.replayed = replayed;
    }

    /// `enclosing` is the nearest operator around each host row.
    public static Links of(GpuTable gpu, HostTree tree, int[] enclosing) {
        CallFinder calls = CallFinder.of(tree.host(), gpu.lane());
        LongIndex byExternalId = operatorsByExternalId(tree.host());
        boolean external = byExternalId.size() > 0;
        int[] call = new int[gpu.size()];
        int[] byId = new int[external ? gpu.size() : 0];
        for (int row = 0; row < call.length; row++) {
            call[row] = calls.of(gpu, row);
            if (external) {
                long id = gpu.externalId().get(row);
                byId[row] = id == GpuTable.NONE ? NONE : byExternalId.get(id);
            }
        }
        return new Links(
                byStart(gpu), call, enclosing, byId, calls.duplicates(), ReplayOrigins.NONE);
    }

    /// The same, with replayed events led back to where their graph was captured.
    public Links with(ReplayOrigins origins) {
        return new Links(
                order, call, enclosing, operatorByExternalId, duplicateCallCorrelations, origins);
    }

    public boolean anyReplayed() {
        return !replayed.isEmpty();
    }

    /// Where a replayed event comes from, in another trace or before it was replayed.
    public Optional<KernelOrigin> origin(int gpuRow) {
        return replayed.of(gpuRow);
    }

    /// The operator of a replayed event; its own, not the one that launched the graph.
    public Optional<KernelOrigin> replayedOperator(int gpuRow) {
        return replayed.of(gpuRow).filter(KernelOrigin::inOperator);
    }

    /// Whether any GPU event has one.
    boolean anyOperator() {
        for (int row = 0; row < call.length; row++) {
            if (operator(row) != NONE) {
                return true;
            }
        }
        return false;
    }

    /// GPU events by start, then end, then as in the file.
    public int[] order() {
        return order;
    }

    public int call(int gpuRow) {
        return call[gpuRow];
    }

    /// NONE for a replayed event whose operator lies elsewhere: see [#replayedOperator].
    public int operator(int gpuRow) {
        if (!replayed.isEmpty() && replayedOperator(gpuRow).isPresent()) {
            return NONE;
        }
        int byCall = operatorByCall(gpuRow);
        return byCall == NONE ? operatorByExternalId(gpuRow) : byCall;
    }

    public int operatorByCall(int gpuRow) {
        return call[gpuRow] == NONE ? NONE : enclosing[call[gpuRow]];
    }

    public int operatorByExternalId(int gpuRow) {
        return operatorByExternalId.length == 0 ? NONE : operatorByExternalId[gpuRow];
    }

    public long duplicateCallCorrelations() {
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
}
