package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.breakdown.Nested;
import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Trace;
import java.util.HashMap;
import java.util.Map;

/// A trace with its host events nested and the innermost phase of each.
public final class PhasedTrace {
    private final Trace trace;
    private final HostTree tree;
    private final Links links;
    private final int[] modules;
    private final String[] phaseOf;

    private PhasedTrace(Nested nested) {
        this.trace = nested.trace();
        this.tree = nested.tree();
        this.links = nested.links();
        this.modules = nested.modules();
        this.phaseOf = new String[trace.host().size()];
    }

    public static PhasedTrace of(Nested nested) {
        var phased = new PhasedTrace(nested);
        phased.findPhases();
        return phased;
    }

    private void findPhases() {
        HostTable host = trace.host();
        Map<Integer, String> known = new HashMap<>();
        for (int row : tree.order()) {
            int parent = tree.parent(row);
            String around = parent == HostTree.NONE ? WorkTrees.NO_PHASE : phaseOf[parent];
            phaseOf[row] =
                    host.kindOf(row) == HostKind.RANGE
                            ? known.computeIfAbsent(host.name().code(row), this::phase)
                            : "";
            phaseOf[row] = phaseOf[row].isEmpty() ? around : phaseOf[row];
        }
    }

    private String phase(int nameCode) {
        return PhaseFinder.phase(trace.host().name().symbols().text(nameCode)).orElse("");
    }

    Trace trace() {
        return trace;
    }

    HostTree tree() {
        return tree;
    }

    Links links() {
        return links;
    }

    /// The module around each call.
    int[] modules() {
        return modules;
    }

    String ofHost(int row) {
        return phaseOf[row];
    }

    /// A GPU event belongs where it was launched.
    String ofGpu(int row) {
        int operator = links.operator(row);
        int from = links.call(row) == Links.NONE ? operator : links.call(row);
        return from == Links.NONE ? WorkTrees.NO_PHASE : phaseOf[from];
    }
}
