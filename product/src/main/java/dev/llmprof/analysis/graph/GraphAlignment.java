package dev.llmprof.analysis.graph;

import dev.llmprof.analysis.graph.GraphEvidence.Call;
import dev.llmprof.analysis.graph.GraphEvidence.Origin;
import dev.llmprof.analysis.graph.GraphEvidence.Replay;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Puts the calls of a capture beside the events of a replay: one by one, by name, or by skipping
/// calls that do not fit.
record GraphAlignment(String method, double confidence, List<Origin> origins) {

    static Optional<GraphAlignment> of(List<Call> calls, Replay replay) {
        List<String> kernels = replay.kernels();
        return positional(calls, kernels)
                .or(() -> byNode(calls, replay))
                .or(() -> byName(calls, kernels))
                .or(() -> skipping(calls, kernels));
    }

    /// Streams beside each other start in any order; nodes are numbered in the order of the calls
    /// that made them.
    private static Optional<GraphAlignment> byNode(List<Call> calls, Replay replay) {
        List<Long> nodes = replay.nodes();
        List<Integer> order =
                IntStream.range(0, nodes.size())
                        .boxed()
                        .sorted(Comparator.comparing(nodes::get))
                        .toList();
        List<String> kernels = order.stream().map(replay.kernels()::get).toList();
        return kernels.isEmpty()
                ? Optional.empty()
                : positional(calls, kernels)
                        .map(aligned -> {
                            Origin[] origins = new Origin[order.size()];
                            for (int at = 0; at < origins.length; at++) {
                                origins[order.get(at)] = aligned.origins().get(at);
                            }
                            return new GraphAlignment("node order", 1, List.of(origins));
                        });
    }

    private static Optional<GraphAlignment> positional(List<Call> calls, List<String> kernels) {
        if (calls.size() != kernels.size()) {
            return Optional.empty();
        }
        for (int at = 0; at < kernels.size(); at++) {
            if (!matches(calls.get(at), kernels.get(at))) {
                return Optional.empty();
            }
        }
        return Optional.of(
                new GraphAlignment("positional", 1, calls.stream().map(Call::origin).toList()));
    }

    /// The k-th call that launches a name belongs to the k-th event of that name.
    private static Optional<GraphAlignment> byName(List<Call> calls, List<String> kernels) {
        if (calls.size() != kernels.size()) {
            return Optional.empty();
        }
        Map<String, Deque<Origin>> waiting = new HashMap<>();
        for (Call call : calls) {
            String key = call.kernel().isEmpty() ? kind(call.name()) : call.kernel();
            waiting.computeIfAbsent(key, _ -> new ArrayDeque<>()).add(call.origin());
        }
        List<Origin> origins = new ArrayList<>();
        for (String kernel : kernels) {
            Deque<Origin> named = waiting.getOrDefault(kernel, new ArrayDeque<>());
            Deque<Origin> source =
                    named.isEmpty() ? waiting.getOrDefault(kind(kernel), named) : named;
            if (source.isEmpty()) {
                return Optional.empty();
            }
            origins.add(source.remove());
        }
        return Optional.of(new GraphAlignment("by name", 0.9, origins));
    }

    private static Optional<GraphAlignment> skipping(List<Call> calls, List<String> kernels) {
        List<Origin> origins = new ArrayList<>();
        int next = 0;
        for (String kernel : kernels) {
            while (next < calls.size() && !matches(calls.get(next), kernel)) {
                next++;
            }
            if (next == calls.size()) {
                return Optional.empty();
            }
            origins.add(calls.get(next++).origin());
        }
        return Optional.of(new GraphAlignment("skipping", 0.8, origins));
    }

    private static boolean matches(Call call, String kernel) {
        if (!call.kernel().isEmpty()) {
            return call.kernel().equals(kernel);
        }
        return !kind(call.name()).isEmpty() && kind(call.name()).equals(kind(kernel));
    }

    /// Copies and sets have no kernel name of their own.
    private static String kind(String name) {
        if (name.contains("Memcpy")) {
            return "Memcpy";
        }
        return name.contains("Memset") || name.contains("fillBuffer") ? "Memset" : "";
    }
}
