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
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Says of steps without words what is certain: one token for each sequence at the embedding, or
/// graphs that are replayed alike, is decode; many tokens, or what runs before the first decode, is
/// prefill. Of the others nothing is said.
final class StepGuess {
    private static final Pattern TOKENS =
            Pattern.compile("\\[\\[\\d+, ?\\d+\\], ?\\[(\\d{1,9}), ?(\\d{1,9})\\].*");

    private final FoundSteps found;
    private final HostTable host;
    private final long[] replays;
    private final Map<Integer, Matcher> inputs = new HashMap<>();
    private final boolean[] works;

    private StepGuess(FoundSteps found, HostTable host) {
        this.found = found;
        this.host = host;
        this.replays = new long[found.seeds().size()];
        this.works = new boolean[found.seeds().size()];
    }

    /// Steps without GPU work are left out where there is any.
    static Optional<FoundSteps> of(FoundSteps found, GpuTable gpu, HostTree tree, Links links) {
        var guess = new StepGuess(found, tree.host());
        guess.launched(GraphSteps.events(gpu, links, tree.host().size()), tree);
        List<Seed> seeds = guess.seeds();
        if (gpu.size() == 0) {
            return Optional.of(found.with(seeds));
        }
        List<Seed> working = new ArrayList<>();
        for (int step = 0; step < seeds.size(); step++) {
            if (guess.works[step]) {
                working.add(seeds.get(step));
            }
        }
        return working.isEmpty()
                ? Optional.empty()
                : Optional.of(FoundSteps.apart(found.origin(), working, tree));
    }

    /// A number for the graphs a step replays: how many, with how many kernels.
    private void launched(int[] events, HostTree tree) {
        GraphCalls graphs = GraphCalls.of(host);
        Map<Integer, Boolean> embeddings = new HashMap<>();
        for (int row : tree.order()) {
            int step = found.stepOf(row);
            if (step == FoundSteps.NONE) {
                continue;
            }
            works[step] |= events[row] > 0;
            if (events[row] > 0 && graphs.launches(row)) {
                replays[step] += (1L << 32) + events[row];
            }
            boolean embeds =
                    embeddings.computeIfAbsent(
                            host.name().code(row),
                            _ -> host.name().get(row).equals("aten::embedding"));
            if (embeds && !inputs.containsKey(step)) {
                Matcher shapes = TOKENS.matcher(host.inputShapes().get(row));
                if (shapes.matches()) {
                    inputs.put(step, shapes);
                }
            }
        }
    }

    private List<Seed> seeds() {
        Map<Long, Integer> alike = new HashMap<>();
        for (long replay : replays) {
            alike.merge(replay, 1, Integer::sum);
        }
        List<Seed> seeds = new ArrayList<>(found.seeds());
        for (int step = 0; step < replays.length; step++) {
            Seed seed = seeds.get(step);
            if (seed.facts().kind() != StepKind.UNKNOWN) {
                continue;
            }
            if (inputs.containsKey(step)) {
                seeds.set(step, seed.with(facts(seed.facts(), inputs.get(step))));
            } else if (replays[step] > 0 && alike.getOrDefault(replays[step], 0) > 1) {
                seeds.set(step, seed.with(seed.facts().as(StepKind.DECODE)));
            }
        }
        beforeDecode(seeds);
        return seeds;
    }

    private static StepFacts facts(StepFacts facts, Matcher shapes) {
        long batch = Long.parseLong(shapes.group(1));
        long each = Long.parseLong(shapes.group(2));
        boolean decode = each == 1;
        StepLoad load =
                new StepLoad(
                        OptionalLong.of(batch),
                        OptionalLong.of(batch * each),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty());
        return new StepFacts(
                facts.engine(),
                decode ? StepKind.DECODE : StepKind.PREFILL,
                OptionalLong.of(batch),
                decode ? StepLoad.UNKNOWN : load,
                decode ? load : StepLoad.UNKNOWN,
                true);
    }

    /// Nothing was being generated yet, as far as the capture shows.
    private void beforeDecode(List<Seed> seeds) {
        int decode = 0;
        while (decode < seeds.size() && seeds.get(decode).facts().kind() != StepKind.DECODE) {
            decode++;
        }
        for (int step = 0; step < decode && decode < seeds.size(); step++) {
            Seed seed = seeds.get(step);
            if (seed.facts().kind() == StepKind.UNKNOWN
                    && seed.thread() == seeds.get(decode).thread()) {
                seeds.set(step, seed.with(seed.facts().as(StepKind.PREFILL)));
            }
        }
    }
}
