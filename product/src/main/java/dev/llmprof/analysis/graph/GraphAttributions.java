package dev.llmprof.analysis.graph;

import dev.llmprof.analysis.event.Modules;
import dev.llmprof.analysis.event.Names;
import dev.llmprof.analysis.graph.GraphEvidence.Capture;
import dev.llmprof.analysis.graph.GraphEvidence.Origin;
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
        List<Capture> captures = all.stream().flatMap(each -> each.captures().stream()).toList();
        Map<String, Origin> eager = new HashMap<>();
        all.forEach(each -> each.eager().forEach(eager::putIfAbsent));
        GraphAttributions sums = new GraphAttributions();
        Map<List<?>, GraphAlignment> known = new HashMap<>();
        for (int at = 0; at < trace.replays().size(); at++) {
            Replay replay = trace.replays().get(at);
            boolean paired = captures.size() == trace.replays().size() && captures.size() > 1;
            List<Capture> candidates = paired ? List.of(captures.get(at)) : captures;
            GraphAlignment alignment =
                    paired
                            ? aligned(replay, candidates, captures, eager)
                            : known.computeIfAbsent(
                                    List.of(replay.kernels(), replay.nodes(), replay.made()),
                                    _ -> aligned(replay, candidates, captures, eager));
            sums.add(replay, alignment, at == 0);
        }
        return Optional.of(sums.build());
    }

    private static GraphAlignment aligned(
            Replay replay, List<Capture> first, List<Capture> then, Map<String, Origin> eager) {
        return made(replay)
                .or(() -> captured(replay, first))
                .or(() -> captured(replay, then))
                .or(() -> eager(replay, eager))
                .orElseGet(() -> LayerPattern.of(replay.kernels()));
    }

    private static Optional<GraphAlignment> captured(Replay replay, List<Capture> captures) {
        return captures.stream()
                .map(capture -> GraphAlignment.of(capture.calls(), replay))
                .flatMap(Optional::stream)
                .max(Comparator.comparingDouble(GraphAlignment::confidence));
    }

    /// By kernel name, when an eager run explains most of the time.
    private static Optional<GraphAlignment> eager(Replay replay, Map<String, Origin> eager) {
        List<Origin> origins =
                replay.kernels().stream()
                        .map(name -> eager.getOrDefault(name, Origin.UNKNOWN))
                        .toList();
        double share = knownShare(replay, origins);
        return share < LEAST_SHARE
                ? Optional.empty()
                : Optional.of(new GraphAlignment("eager", 0.7 * share, origins));
    }

    private static double knownShare(Replay replay, List<Origin> origins) {
        long known = 0;
        for (int at = 0; at < origins.size(); at++) {
            known += origins.get(at).equals(Origin.UNKNOWN) ? 0 : replay.nanos().get(at);
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
            Origin origin = alignment.origins().get(at);
            long duration = replay.nanos().get(at);
            events++;
            nanos += duration;
            confidentNanos += duration * alignment.confidence();
            if (!origin.equals(Origin.UNKNOWN)) {
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
            case "by name" -> "the capture has the same kernels in another order";
            case "skipping" -> "the capture has the kernels in order, and calls between them";
            case "eager" -> "the same kernels were launched without a graph";
            default -> "no capture was given; kernels are named by what they do and their layer";
        };
    }
}
