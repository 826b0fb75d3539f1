package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.event.KernelOrigin;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.event.ModuleDescription;
import dev.llmprof.analysis.event.Modules;
import dev.llmprof.analysis.event.Names;
import dev.llmprof.analysis.event.Shapes;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Sums operators by phase, name, shapes and module. GPU work that no operator is known for stands
/// under [WorkTrees#NO_OPERATOR] or [WorkTrees#IN_GRAPHS], so that the sums hold all of it.
public final class PhaseOperators {
    private final NestedTrace nested;
    private final HostTable host;
    private final int[] modules;
    private final BitSet begun = new BitSet();
    private final Map<Key, long[]> sums = new HashMap<>();
    private final Map<Integer, String> classes = new HashMap<>();
    private final Map<Integer, Optional<ModuleDescription>> described = new HashMap<>();

    private PhaseOperators(NestedTrace nested) {
        this.nested = nested;
        this.host = nested.trace().host();
        this.modules = nested.modules();
    }

    private record Key(String phase, String name, String shapes, String module) {}

    public static List<PhaseOperator> of(NestedTrace nested) {
        var operators = new PhaseOperators(nested);
        int[] module = operators.modules();
        operators.addHost(module);
        operators.addGpu(module);
        return operators.sums.entrySet().stream()
                .map(entry -> operator(entry.getKey(), entry.getValue()))
                .sorted(
                        Comparator.comparingLong(PhaseOperator::deviceNanos)
                                .thenComparingLong(PhaseOperator::hostNanos)
                                .reversed()
                                .thenComparing(PhaseOperator::name, Names.BY_CODE_POINT)
                                .thenComparing(PhaseOperator::shapes, Names.BY_CODE_POINT)
                                .thenComparing(PhaseOperator::phase)
                                .thenComparing(PhaseOperator::module))
                .toList();
    }

    /// The module around each operator is that of the first GPU work it launched.
    private int[] modules() {
        int[] module = new int[host.size()];
        java.util.Arrays.fill(module, Modules.NONE);
        GpuTable gpu = nested.trace().gpu();
        for (int row = 0; row < gpu.size(); row++) {
            int operator = nested.links().operator(row);
            int call = nested.links().call(row);
            if (operator != Links.NONE && call != Links.NONE && module[operator] == Modules.NONE) {
                module[operator] = modules[call];
            }
        }
        return module;
    }

    private void addHost(int[] module) {
        for (int row : nested.tree().order()) {
            if (host.kindOf(row) == HostKind.OPERATOR) {
                long[] sum = sum(key(WorkTrees.named(nested.phase(row)), row, module[row]));
                sum[0]++;
                sum[1] += Math.max(0, nested.tree().selfNanos(row));
            }
        }
    }

    private void addGpu(int[] module) {
        GpuTable gpu = nested.trace().gpu();
        for (int row = 0; row < gpu.size(); row++) {
            int operator = nested.links().operator(row);
            Optional<KernelOrigin> replayed = nested.links().replayedOperator(row);
            String phase = WorkTrees.named(nested.phaseOfGpu(row));
            boolean unknown = replayed.isEmpty() && operator == Links.NONE;
            long[] sum =
                    sum(
                            unknown
                                    ? described(phase, row)
                                    : replayed.isPresent()
                                            ? key(phase, replayed.get())
                                            : key(phase, operator, module[operator]));
            boolean counts =
                    unknown ? begins(row) : replayed.filter(KernelOrigin::first).isPresent();
            sum[0] += counts ? 1 : 0;
            sum[2] += gpu.durationNanos().get(row);
        }
    }

    private Key unknown(String phase, int gpuRow) {
        return new Key(
                phase,
                WorkTrees.unknown(nested, gpuRow),
                nested.trace().gpu().name().get(gpuRow),
                "");
    }

    /// Of several kernels in one described module the first counts as its call.
    private boolean begins(int gpuRow) {
        int around = around(gpuRow);
        if (around == Modules.NONE || !Modules.isDescription(host.name().get(around))) {
            return true;
        }
        boolean first = !begun.get(around);
        begun.set(around);
        return first;
    }

    private int around(int gpuRow) {
        int call = nested.links().call(gpuRow);
        return call == Links.NONE ? Modules.NONE : modules[call];
    }

    /// Where no operator was recorded, a hook may have told of the module around the launch.
    private Key described(String phase, int gpuRow) {
        int around = around(gpuRow);
        if (around == Modules.NONE) {
            return unknown(phase, gpuRow);
        }
        return described
                .computeIfAbsent(
                        host.name().code(around),
                        _ -> ModuleDescription.of(host.name().get(around)))
                .map(each -> new Key(phase, each.operator(), each.shapes(), className(around)))
                .orElseGet(() -> unknown(phase, gpuRow));
    }

    private static Key key(String phase, KernelOrigin from) {
        return new Key(phase, from.operator(), from.shapes(), Modules.className(from.module()));
    }

    private Key key(String phase, int row, int module) {
        return new Key(
                phase,
                host.name().get(row),
                host.inputShapes().get(row),
                module == Modules.NONE ? "" : className(module));
    }

    private String className(int module) {
        return classes.computeIfAbsent(
                host.name().code(module), _ -> Modules.className(host.name().get(module)));
    }

    private long[] sum(Key key) {
        return sums.computeIfAbsent(key, _ -> new long[3]);
    }

    private static PhaseOperator operator(Key key, long[] sum) {
        return new PhaseOperator(
                key.phase(),
                key.name(),
                Shapes.compact(key.shapes()),
                key.module(),
                sum[0],
                sum[1],
                sum[2]);
    }
}
