package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.event.Names;
import dev.llmprof.analysis.event.Shapes;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Divides a capture's time by phase, operator and kernel; without a GPU its operators' own host
/// time by phase, operator and shapes.
public final class WorkTrees {
    public static final String NO_PHASE = "outside every phase";
    public static final String NO_OPERATOR = "no operator known";
    public static final String IN_GRAPHS = "in CUDA or HIP graphs";

    private final NestedTrace nested;
    private final HostTable host;
    private final Map<String, Map<String, Map<String, long[]>>> sums = new HashMap<>();

    private WorkTrees(NestedTrace nested) {
        this.nested = nested;
        this.host = nested.trace().host();
    }

    public static WorkTree of(NestedTrace nested) {
        var work = new WorkTrees(nested);
        if (nested.trace().gpu().size() > 0) {
            work.divideGpu(nested.trace().gpu());
        } else {
            work.divideHost();
        }
        return work.build();
    }

    /// What stands in an operator's place where none is known.
    static String unknown(NestedTrace nested, int gpuRow) {
        return nested.inGraph(gpuRow) ? IN_GRAPHS : NO_OPERATOR;
    }

    static String named(String phase) {
        return phase.isEmpty() ? NO_PHASE : phase;
    }

    private void divideGpu(GpuTable gpu) {
        for (int row = 0; row < gpu.size(); row++) {
            String operator = nested.operator(row);
            add(
                    named(nested.phaseOfGpu(row)),
                    operator.isEmpty() ? unknown(nested, row) : operator,
                    gpu.name().get(row),
                    gpu.durationNanos().get(row));
        }
    }

    private void divideHost() {
        for (int row : nested.tree().order()) {
            if (host.kindOf(row) == HostKind.OPERATOR) {
                String shapes = Shapes.compact(host.inputShapes().get(row));
                add(
                        named(nested.phase(row)),
                        host.name().get(row),
                        shapes.isEmpty() ? host.name().get(row) : shapes,
                        Math.max(0, nested.tree().selfNanos(row)));
            }
        }
    }

    private void add(String phase, String operator, String leaf, long nanos) {
        long[] sum =
                sums.computeIfAbsent(phase, _ -> new HashMap<>())
                        .computeIfAbsent(operator, _ -> new HashMap<>())
                        .computeIfAbsent(leaf, _ -> new long[2]);
        sum[0] += nanos;
        sum[1]++;
    }

    private WorkTree build() {
        List<WorkTree> phases =
                sums.entrySet().stream()
                        .map(phase ->
                                sum(
                                        phase.getKey(),
                                        phase.getValue().entrySet().stream()
                                                .map(o -> sum(o.getKey(), leaves(o.getValue())))
                                                .toList()))
                        .toList();
        return sum("all", phases);
    }

    private static List<WorkTree> leaves(Map<String, long[]> sums) {
        return sums.entrySet().stream()
                .map(e -> new WorkTree(e.getKey(), e.getValue()[0], e.getValue()[1], List.of()))
                .toList();
    }

    /// The largest part first.
    private static WorkTree sum(String name, List<WorkTree> parts) {
        return new WorkTree(
                name,
                parts.stream().mapToLong(WorkTree::nanos).sum(),
                parts.stream().mapToLong(WorkTree::count).sum(),
                parts.stream()
                        .sorted(
                                Comparator.comparingLong(WorkTree::nanos)
                                        .reversed()
                                        .thenComparing(WorkTree::name, Names.BY_CODE_POINT))
                        .toList());
    }
}
