package dev.llmprof.analysis.graph;

import dev.llmprof.analysis.event.KernelOrigin;
import dev.llmprof.analysis.event.Modules;
import dev.llmprof.analysis.graph.GraphEvidence.Call;
import dev.llmprof.analysis.graph.GraphEvidence.Replay;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Puts the calls of a capture beside the events of a replay: one by one, by name, by skipping
/// calls that do not fit, or in order where the calls do not say what they launch.
record GraphAlignment(String method, double confidence, List<KernelOrigin> origins) {

    private static final Pattern MEMCPY = Pattern.compile("memcpy", Pattern.CASE_INSENSITIVE);
    private static final Pattern MEMSET =
            Pattern.compile("memset|fillBuffer", Pattern.CASE_INSENSITIVE);

    /// Whether it says more than which calls launched the events.
    boolean leadsSomewhere() {
        return origins.stream()
                .anyMatch(origin -> origin.inOperator() || !origin.module().isEmpty());
    }

    /// Whether it rests on how the graph was made, not on what its kernels look like.
    boolean isOfCapture() {
        return !method.equals("eager") && !method.equals("layer pattern");
    }

    static Optional<GraphAlignment> of(List<Call> calls, Replay replay) {
        List<String> kernels = replay.kernels();
        return positional(calls, kernels)
                .or(() -> byNode(calls, replay))
                .or(() -> byName(calls, kernels))
                .or(() -> skipping(calls, kernels))
                .or(() -> LaunchOrder.of(calls, replay));
    }

    /// One of several captures that fit equally well: graphs of other batch sizes have the same
    /// kernels. What they differ in is not known; nothing is where only the order fits and they
    /// differ in operators.
    static Optional<GraphAlignment> agreed(List<GraphAlignment> found) {
        if (found.size() < 2) {
            return found.stream().findFirst();
        }
        GraphAlignment first = found.getFirst();
        List<KernelOrigin> origins = new ArrayList<>();
        for (int at = 0; at < first.origins().size(); at++) {
            int event = at;
            List<KernelOrigin> all = found.stream().map(each -> each.origins().get(event)).toList();
            KernelOrigin origin = agreedOrigin(all);
            if (origin.equals(KernelOrigin.UNKNOWN) && first.method().equals(LaunchOrder.METHOD)) {
                return Optional.empty();
            }
            origins.add(origin);
        }
        return Optional.of(new GraphAlignment(first.method(), first.confidence(), origins));
    }

    private static KernelOrigin agreedOrigin(List<KernelOrigin> all) {
        KernelOrigin first = all.getFirst();
        if (!all.stream().allMatch(each -> each.operator().equals(first.operator()))) {
            return KernelOrigin.UNKNOWN;
        }
        return first.with(
                same(all, KernelOrigin::module)
                        .or(() -> same(all, each -> Modules.className(each.module())))
                        .orElse(""),
                same(all, KernelOrigin::shapes).orElse(""));
    }

    private static Optional<String> same(
            List<KernelOrigin> all, Function<KernelOrigin, String> part) {
        String first = part.apply(all.getFirst());
        return all.stream().allMatch(each -> part.apply(each).equals(first))
                ? Optional.of(first)
                : Optional.empty();
    }

    /// Streams beside each other start in any order; nodes are numbered in the order of the calls
    /// that made them.
    private static Optional<GraphAlignment> byNode(List<Call> calls, Replay replay) {
        List<Integer> order = nodeOrder(replay);
        List<String> kernels = order.stream().map(replay.kernels()::get).toList();
        return kernels.isEmpty()
                ? Optional.empty()
                : positional(calls, kernels)
                        .map(aligned -> {
                            KernelOrigin[] origins = new KernelOrigin[order.size()];
                            for (int at = 0; at < origins.length; at++) {
                                origins[order.get(at)] = aligned.origins().get(at);
                            }
                            return new GraphAlignment("node order", 1, List.of(origins));
                        });
    }

    /// The events in the order of their nodes; empty where nodes have no numbers.
    static List<Integer> nodeOrder(Replay replay) {
        List<Long> nodes = replay.nodes();
        return IntStream.range(0, nodes.size())
                .boxed()
                .sorted(Comparator.comparing(nodes::get))
                .toList();
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
        Map<String, Deque<KernelOrigin>> waiting = new HashMap<>();
        for (Call call : calls) {
            String key = call.kernel().isEmpty() ? kind(call.name()) : call.kernel();
            if (key.isEmpty()) {
                return Optional.empty();
            }
            waiting.computeIfAbsent(key, _ -> new ArrayDeque<>()).add(call.origin());
        }
        List<KernelOrigin> origins = new ArrayList<>();
        for (String kernel : kernels) {
            Deque<KernelOrigin> named = waiting.getOrDefault(kernel, new ArrayDeque<>());
            Deque<KernelOrigin> source =
                    named.isEmpty() ? waiting.getOrDefault(kind(kernel), named) : named;
            if (source.isEmpty()) {
                return Optional.empty();
            }
            origins.add(source.remove());
        }
        return Optional.of(new GraphAlignment("by name", 0.9, origins));
    }

    private static Optional<GraphAlignment> skipping(List<Call> calls, List<String> kernels) {
        List<KernelOrigin> origins = new ArrayList<>();
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

    /// Memory copies and fills have no kernel name of their own.
    static String kind(String name) {
        if (MEMCPY.matcher(name).find()) {
            return "Memcpy";
        }
        return MEMSET.matcher(name).find() ? "Memset" : "";
    }
}
