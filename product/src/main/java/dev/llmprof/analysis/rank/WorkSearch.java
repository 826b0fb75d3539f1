package dev.llmprof.analysis.rank;

import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.idle.DeviceIdles;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.ArrayDeque;
import java.util.Deque;

/// What one rank computed when, and why its GPUs were idle: by GPU events where there are any, else
/// by the outermost operators of the host.
final class WorkSearch {
    static final String OUTSIDE_OPERATORS = "outside operators";

    private final NestedTrace nested;
    private final GpuTable gpu;
    private final HostTable host;

    WorkSearch(NestedTrace nested) {
        this.nested = nested;
        this.gpu = nested.trace().gpu();
        this.host = nested.trace().host();
    }

    boolean isOnGpu() {
        return gpu.size() > 0;
    }

    TimePieces computing(CommunicationSearch communication) {
        return isOnGpu() ? kernels() : operators(communication);
    }

    private TimePieces kernels() {
        var pieces = new TimePieces.Builder();
        for (int row : nested.links().order()) {
            if (!nested.kinds().communicates(row)) {
                String operator = nested.operator(row);
                pieces.add(
                        gpu.startNanos().get(row),
                        gpu.endNanos(row),
                        operator.isEmpty() ? gpu.name().get(row) : operator);
            }
        }
        return pieces.build();
    }

    private TimePieces operators(CommunicationSearch communication) {
        int[] rows =
                Rows.where(
                        host.size(),
                        row ->
                                host.kindOf(row) == HostKind.OPERATOR
                                        && isOutermost(row)
                                        && !communication.isWorker(host.thread().code(row))
                                        && !CommunicationSearch.isCommunication(
                                                host.name().get(row)));
        Rows.sorted(
                rows,
                (left, right) ->
                        Long.compare(host.startNanos().get(left), host.startNanos().get(right)));
        var pieces = new TimePieces.Builder();
        for (int row : rows) {
            pieces.add(host.startNanos().get(row), host.endNanos(row), host.name().get(row));
        }
        return pieces.build();
    }

    private boolean isOutermost(int row) {
        int parent = nested.tree().parent(row);
        return parent == HostTree.NONE || nested.enclosing()[parent] == HostTree.NONE;
    }

    /// Why no GPU had anything to do; nothing is known of a host's own idle time.
    TimePieces idle() {
        var pieces = new TimePieces.Builder();
        Deque<IdlePart> gap = new ArrayDeque<>();
        DeviceIdles.each(
                nested,
                (row, cause, nanos) -> {
                    if (!gap.isEmpty() && gap.getFirst().row() != row) {
                        close(gap, pieces);
                    }
                    gap.add(new IdlePart(row, cause.label(), nanos));
                });
        close(gap, pieces);
        return pieces.build();
    }

    private record IdlePart(int row, String cause, long nanos) {}

    /// The parts of a gap end where its row starts.
    private void close(Deque<IdlePart> gap, TimePieces.Builder pieces) {
        if (gap.isEmpty()) {
            return;
        }
        long at = gpu.startNanos().get(gap.getFirst().row());
        at -= gap.stream().mapToLong(IdlePart::nanos).sum();
        for (IdlePart part : gap) {
            pieces.add(at, at + part.nanos(), part.cause());
            at += part.nanos();
        }
        gap.clear();
    }
}
