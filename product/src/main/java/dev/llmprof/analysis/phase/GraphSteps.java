package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.event.GraphCalls;
import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.phase.FoundSteps.Seed;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds steps where nothing is marked: a server replays the same graph, or the same run of graphs,
/// for every token. What is launched between the graphs of a run belongs to its step.
final class GraphSteps {
    /// A run of one model: a graph for each layer and some more.
    private static final int LONGEST_RUN = 1_024;

    /// Enough of them to see what repeats, however long the trace is.
    private static final int LOOKED_AT = 8_192;

    private static final int FEWEST_STEPS = 3;
    private static final double REPEATS = 0.9;

    private GraphSteps() {}

    static Optional<FoundSteps> of(GpuTable gpu, HostTree tree, Links links, StepKind kind) {
        GraphCalls graphs = GraphCalls.of(tree.host());
        Map<Integer, List<Integer>> byThread = new HashMap<>();
        for (int row : tree.order()) {
            if (graphs.launches(row) && tree.host().kindOf(row).isCall()) {
                byThread.computeIfAbsent(tree.host().thread().code(row), _ -> new ArrayList<>())
                        .add(row);
            }
        }
        if (byThread.isEmpty()) {
            return Optional.empty();
        }
        int[] events = events(gpu, links, tree.host().size());
        List<Seed> seeds = new ArrayList<>();
        byThread.values().forEach(calls -> seeds.addAll(steps(tree.host(), calls, events, kind)));
        return seeds.isEmpty()
                ? Optional.empty()
                : Optional.of(FoundSteps.apart(StepOrigin.GRAPHS, seeds, tree));
    }

    /// GPU events of each call.
    static int[] events(GpuTable gpu, Links links, int hostRows) {
        int[] events = new int[hostRows];
        for (int row = 0; row < gpu.size(); row++) {
            int call = links.call(row);
            if (call != Links.NONE) {
                events[call]++;
            }
        }
        return events;
    }

    private static List<Seed> steps(
            HostTable host, List<Integer> all, int[] events, StepKind kind) {
        int[] calls = all.stream().mapToInt(Integer::intValue).filter(c -> events[c] > 0).toArray();
        int run = run(calls, events);
        List<Seed> seeds = new ArrayList<>();
        for (int at = 0; run > 0 && at + run <= calls.length; at++) {
            if (repeats(calls, events, at, run)) {
                seeds.add(seed(host, calls[at], calls[at + run - 1], run, kind));
                at += run - 1;
            }
        }
        return seeds.size() < FEWEST_STEPS ? List.of() : seeds;
    }

    /// How many graphs make a step: the shortest distance at which the most of them come again.
    private static int run(int[] calls, int[] events) {
        int best = 0;
        double most = 0;
        int length = Math.min(calls.length, LOOKED_AT);
        for (int run = 1; run <= LONGEST_RUN && run * FEWEST_STEPS <= length; run++) {
            int same = 0;
            for (int at = 0; at + run < length; at++) {
                same += events[calls[at]] == events[calls[at + run]] ? 1 : 0;
            }
            double share = (double) same / (length - run);
            if (share > most) {
                most = share;
                best = run;
            }
        }
        return most >= REPEATS ? best : 0;
    }

    /// Like the run before it or the one behind it.
    private static boolean repeats(int[] calls, int[] events, int at, int run) {
        return same(calls, events, at, at + run, run) || same(calls, events, at, at - run, run);
    }

    private static boolean same(int[] calls, int[] events, int at, int other, int run) {
        if (other < 0 || other + run > calls.length) {
            return false;
        }
        for (int i = 0; i < run; i++) {
            if (events[calls[at + i]] != events[calls[other + i]]) {
                return false;
            }
        }
        return true;
    }

    private static Seed seed(HostTable host, int first, int last, int run, StepKind kind) {
        String name = host.name().get(first) + (run == 1 ? "" : " × " + run);
        return new Seed(
                name,
                StepFacts.unnamed("", kind),
                host.thread().code(first),
                host.startNanos().get(first),
                Math.max(host.startNanos().get(last) + 1, host.endNanos(last)));
    }
}
