package dev.llmprof.analysis.graph;

import dev.llmprof.analysis.event.KernelOrigin;
import dev.llmprof.analysis.event.Modules;
import dev.llmprof.analysis.event.Names;
import dev.llmprof.analysis.graph.GraphEvidence.Capture;
import dev.llmprof.analysis.graph.GraphEvidence.Replay;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Splits graph replays by operator and module, with the best evidence there is: where the graph's
/// nodes were made, a capture, an eager run of the same kernels, or only the pattern that repeats
/// with every layer.
public final class GraphAttributions {
    /// Of the time, for evidence that does not explain all of it.
    private static final double LEAST_SHARE = 0.5;

    private final Map<List<String>, Long> rows = new HashMap<>();
    private final Map<List<String>, Long> counts = new HashMap<>();
    private final Map<String, Integer> methods = new HashMap<>();
    private final List<GraphAttribution.Event> sequence = new ArrayList<>();
    private double confidentNanos;
    private long events;
    private long nanos;
    private long attributedEvents;
    private long attributedNanos;

    private GraphAttributions() {}

    /// The attribution of a trace's replays; empty when it replayed none.
    public static Optional<GraphAttribution> of(GraphEvidence trace, List<GraphEvidence> all) {
        if (trace.replays().isEmpty()) {
            return Optional.empty();
        }
        GraphAttributions sums = new GraphAttributions();
        List<GraphAlignment> alignments = alignments(trace, all);
        for (int at = 0; at < alignments.size(); at++) {
            sums.add(trace.replays().get(at), alignments.get(at), at == 0);
        }
        return Optional.of(sums.build());
    }

    /// How the events of each replay were led back, in the order of the replays.
    static List<GraphAlignment> alignments(GraphEvidence trace, List<GraphEvidence> all) {
        List<Capture> captures = all.stream().flatMap(each -> each.captures().stream()).toList();
        Map<String, KernelOrigin> eager = new HashMap<>();
        all.forEach(each -> each.eager().forEach(eager::putIfAbsent));
        List<GraphAlignment> alignments = new ArrayList<>();
        Map<List<?>, GraphAlignment> known = new HashMap<>();
        for (int at = 0; at < trace.replays().size(); at++) {
            Replay replay = trace.replays().get(at);
            boolean paired = captures.size() == trace.replays().size() && captures.size() > 1;
            List<Capture> own = paired ? List.of(captures.get(at)) : List.of();
            GraphAlignment alignment =
                    paired
                            ? aligned(replay, own, captures, eager)
                            : known.computeIfAbsent(
                                    List.of(replay.kernels(), replay.nodes(), replay.made()),
                                    _ -> aligned(replay, own, captures, eager));
            alignments.add(alignment);
        }
        return alignments;
    }

    /// The capture that stands where the replay does decides only where captures differ.
    private static GraphAlignment aligned(
            Replay replay,
            List<Capture> own,
            List<Capture> captures,
            Map<String, KernelOrigin> eager) {
        Optional<GraphAlignment> any = captured(replay, captures);
        return made(replay)
                .or(() -> any.filter(each -> !each.origins().contains(KernelOrigin.UNKNOWN)))
                .or(() -> captured(replay, own))
                .or(() -> any)
                .or(() -> eager(replay, eager))
                .orElseGet(() -> LayerPattern.of(replay.kernels()));
    }

    private static Optional<GraphAlignment> captured(Replay replay, List<Capture> captures) {
        List<GraphAlignment> found =
                captures.stream()
                        .map(capture -> GraphAlignment.of(capture.calls(), replay))
                        .flatMap(Optional::stream)
                        .filter(GraphAlignment::leadsSomewhere)
                        .toList();
        double best = found.stream().mapToDouble(GraphAlignment::confidence).max().orElse(0);
        return GraphAlignment.agreed(
                found.stream().filter(each -> each.confidence() == best).toList());
    }

    /// By kernel name, when an eager run explains most of the time.
    private static Optional<GraphAlignment> eager(Replay replay, Map<String, KernelOrigin> eager) {
        List<KernelOrigin> origins =
                replay.kernels().stream()
                        .map(name -> eager.getOrDefault(name, KernelOrigin.UNKNOWN))
                        .toList();
        double share = knownShare(replay, origins);
        return share < LEAST_SHARE
                ? Optional.empty()
                : Optional.of(new GraphAlignment("eager", 0.7 * share, origins));
    }

    private static double knownShare(Replay replay, List<KernelOrigin> origins) {
        long known = 0;
        for (int at = 0; at < origins.size(); at++) {
            known += origins.get(at).equals(KernelOrigin.UNKNOWN) ? 0 : replay.nanos().get(at);
        }
        return (double) known / Math.max(1, replay.nanos().sum());
    }

    /// By the places where the nodes were made.
    private static Optional<GraphAlignment> made(Replay replay) {
        double share = knownShare(replay, replay.made());
        return share < LEAST_SHARE
                ? Optional.empty()
                : Optional.of(new GraphAlignment("graph node", share, replay.made()));
    }

    private void add(Replay replay, GraphAlignment alignment, boolean first) {
        methods.merge(alignment.method(), 1, Integer::sum);
        for (int at = 0; at < replay.kernels().size(); at++) {
            KernelOrigin origin = alignment.origins().get(at);
            long duration = replay.nanos().get(at);
            events++;
            nanos += duration;
            confidentNanos += duration * alignment.confidence();
            if (!origin.equals(KernelOrigin.UNKNOWN)) {
                attributedEvents++;
                attributedNanos += duration;
            }
            List<String> row = List.of(origin.operator(), Modules.className(origin.module()));
            rows.merge(row, duration, Long::sum);
            counts.merge(row, 1L, Long::sum);
            if (first) {
                sequence.add(
                        new GraphAttribution.Event(
                                replay.kernels().get(at),
                                origin.operator(),
                                origin.module(),
                                duration));
            }
        }
    }

    private GraphAttribution build() {
        List<GraphAttribution.Row> table = new ArrayList<>();
        rows.forEach((row, sum) ->
                table.add(
                        new GraphAttribution.Row(
                                row.get(0), row.get(1), counts.getOrDefault(row, 0L), sum)));
        table.sort(
                Comparator.comparingLong(GraphAttribution.Row::sumNanos)
                        .reversed()
                        .thenComparing(GraphAttribution.Row::operator, Names.BY_CODE_POINT)
                        .thenComparing(GraphAttribution.Row::module, Names.BY_CODE_POINT));
        List<String> used = methods.keySet().stream().sorted().toList();
        return new GraphAttribution(
                String.join(", ", used),
                nanos == 0 ? 0 : confidentNanos / nanos,
                reason(used),
                events,
                nanos,
                attributedEvents,
                attributedNanos,
                table,
                sequence);
    }

    private static String reason(List<String> methods) {
        return String.join("; ", methods.stream().map(GraphAttributions::explained).toList());
    }

    private static String explained(String method) {
        return switch (method) {
            case "graph node" -> "the tool recorded where each node of the graph was made";
            case "node order" -> "the capture has the same kernels in the order of the nodes";
            case "positional" -> "the capture has the same kernels in the same order";
            case "launch order" ->
                    "the capture has as many launches as the graph has kernels, in order; the tool"
                            + " does not say which kernel each launches";
            case "by name" -> "the capture has the same kernels in another order";
            case "skipping" -> "the capture has the kernels in order, and calls between them";
            case "eager" -> "the same kernels were launched without a graph";
            default -> "no capture fits; kernels are named by what they do and whether they repeat";
        };
    }
}
