package dev.llmprof.analysis.graph;

import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.KernelOrigin;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.event.Modules;
import dev.llmprof.analysis.graph.GraphEvidence.Call;
import dev.llmprof.analysis.graph.GraphEvidence.Capture;
import dev.llmprof.analysis.graph.GraphEvidence.Replay;
import dev.llmprof.table.LongColumn;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/// Collects the [GraphEvidence] of a trace.
public final class GraphEvidences {
    private final GpuTable gpu;
    private final HostTable host;
    private final Links links;
    private final int[] modules;
    private final int[] operators;
    private final HostTree tree;

    private GraphEvidences(
            GpuTable gpu, HostTree tree, Links links, int[] operators, int[] modules) {
        this.gpu = gpu;
        this.host = tree.host();
        this.links = links;
        this.modules = modules;
        this.operators = operators;
        this.tree = tree;
    }

    public static GraphEvidence of(
            String source,
            GpuTable gpu,
            HostTree tree,
            Links links,
            int[] operators,
            int[] modules) {
        GraphEvidences evidence = new GraphEvidences(gpu, tree, links, operators, modules);
        int[] launches = GraphLaunchFinder.calls(tree.host());
        return new GraphEvidence(
                source, evidence.captures(), evidence.replays(launches), evidence.eager(launches));
    }

    private List<Capture> captures() {
        List<Capture> captures = new ArrayList<>();
        for (int[] rows : GraphCaptures.of(host)) {
            List<Call> calls = new ArrayList<>();
            Set<Integer> seen = new HashSet<>();
            for (int row : rows) {
                KernelOrigin origin = origin(row, seen.add(operators[row]));
                calls.add(new Call(host.name().get(row), host.kernel().get(row), origin));
            }
            captures.add(new Capture(calls));
        }
        return captures;
    }

    /// The operator around a call, or else the call itself, and the module around it.
    private KernelOrigin origin(int call, boolean first) {
        int operator = operators[call];
        String module = modules[call] == Modules.NONE ? "" : host.name().get(modules[call]);
        return operator == HostTree.NONE
                ? KernelOrigin.unsure(host.name().get(call), module)
                : new KernelOrigin(
                        host.name().get(operator),
                        module,
                        host.inputShapes().get(operator),
                        host.inputTypes().get(operator),
                        true,
                        first);
    }

    private List<Replay> replays(int[] launches) {
        List<Replay> replays = new ArrayList<>();
        Map<List<?>, List<?>> known = new HashMap<>();
        GraphNodes made = GraphNodes.of(tree, operators);
        Map<Integer, int[]> replayed = GraphLaunchFinder.replayed(gpu, links, launches);
        for (int launch : launches) {
            int[] events = replayed.getOrDefault(launch, new int[0]);
            if (events.length > 0) {
                replays.add(replay(events, made, known));
            }
        }
        return replays;
    }

    /// A graph is replayed many times, so equal lists are held once.
    private Replay replay(int[] events, GraphNodes made, Map<List<?>, List<?>> known) {
        LongColumn.Builder nanos = new LongColumn.Builder();
        for (int row : events) {
            nanos.add(gpu.durationNanos().get(row));
        }
        boolean numbered =
                Arrays.stream(events).allMatch(row -> gpu.graphNode().get(row) > 0)
                        && Arrays.stream(events).mapToLong(gpu.graphNode()::get).distinct().count()
                                == events.length;
        return new Replay(
                held(known, events, row -> gpu.name().get(row)),
                nanos.build(),
                numbered ? held(known, events, row -> gpu.graphNode().get(row)) : List.of(),
                (int) Arrays.stream(events).map(gpu.lane()::code).distinct().count(),
                made.isEmpty() ? List.of() : held(known, events, row -> made.origin(gpu, row)));
    }

    @SuppressWarnings("unchecked") // a list is only ever held for an equal one
    private static <T> List<T> held(
            Map<List<?>, List<?>> known, int[] events, IntFunction<T> value) {
        List<T> values = Arrays.stream(events).mapToObj(value).toList();
        return (List<T>) known.computeIfAbsent(values, _ -> values);
    }

    /// For kernels launched outside graphs: where they come from, left out where that is not one
    /// place.
    private Map<String, KernelOrigin> eager(int[] launches) {
        Set<Integer> graphs = new HashSet<>();
        for (int launch : launches) {
            graphs.add(launch);
        }
        Map<Integer, KernelOrigin> origins = new HashMap<>();
        Set<Integer> ambiguous = new HashSet<>();
        for (int row = 0; row < gpu.size(); row++) {
            int call = links.call(row);
            if (call == Links.NONE || operators[call] == HostTree.NONE || graphs.contains(call)) {
                continue;
            }
            int kernel = gpu.name().code(row);
            KernelOrigin known = origins.get(kernel);
            if (known == null) {
                origins.put(kernel, origin(call, false));
            } else if (!known.operator().equals(host.name().get(operators[call]))) {
                ambiguous.add(kernel);
            }
        }
        Map<String, KernelOrigin> byName = new HashMap<>();
        origins.forEach((kernel, origin) -> {
            if (!ambiguous.contains(kernel)) {
                byName.put(gpu.name().symbols().text(kernel), origin);
            }
        });
        return byName;
    }
}
