package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.kernel.KernelCategories;
import dev.llmprof.analysis.kernel.KernelCategory;
import dev.llmprof.table.LongIndex;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.List;

/// What each GPU event does, said once for timeline, tables and advice. A kernel of one name may do
/// one thing for one operator and another for the next.
public final class EventKinds {
    /// For each GPU row which kind of the list.
    private final int[] which;

    private final List<KernelCategory> kinds;

    private EventKinds(int[] which, List<KernelCategory> kinds) {
        this.which = which;
        this.kinds = kinds;
    }

    public static EventKinds of(GpuTable gpu, HostTable host, Links links) {
        LongIndex known = new LongIndex();
        int[] which = new int[gpu.size()];
        List<KernelCategory> kinds = new ArrayList<>();
        for (int row = 0; row < which.length; row++) {
            int operator = links.operator(row);
            long asked = operator == Links.NONE ? 0 : host.name().code(operator) + 1L;
            long key = asked << 34 | (long) gpu.name().code(row) << 2 | gpu.kind().get(row);
            which[row] = known.get(key);
            if (which[row] == LongIndex.NONE) {
                which[row] = kinds.size();
                known.putIfAbsent(key, which[row]);
                String name = operator == Links.NONE ? "" : host.name().get(operator);
                kinds.add(of(gpu.kindOf(row), gpu.name().get(row), name));
            }
        }
        return new EventKinds(which, kinds);
    }

    public KernelCategory at(int gpuRow) {
        return kinds.get(which[gpuRow]);
    }

    public boolean communicates(int gpuRow) {
        return at(gpuRow) == KernelCategory.COMMUNICATION;
    }

    private static KernelCategory of(GpuKind kind, String name, String operator) {
        return switch (kind) {
            case KERNEL -> KernelCategories.of(name, operator);
            case COPY -> KernelCategory.COPY;
            case SET -> KernelCategory.SET;
            // What runs in a graph that was recorded whole is not known.
            case GRAPH -> KernelCategory.OTHER;
        };
    }
}
