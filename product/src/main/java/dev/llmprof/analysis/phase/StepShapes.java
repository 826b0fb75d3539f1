package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.Shapes;
import dev.llmprof.analysis.phase.FoundSteps.Seed;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/// Adds to steps whose names are silent what the shapes of the attention in them say: sequences,
/// new positions, and all positions with those before. A step in which they differ says nothing.
final class StepShapes {
    private static final Pattern HEADS_SECOND =
            Pattern.compile("aten::_?scaled_dot_product(_\\w+)?_attention");
    private static final Pattern HEADS_THIRD =
            Pattern.compile("(aten::_flash_attention_forward|.*::_flash_attn_forward)");
    private static final Pattern EMBEDDED =
            Pattern.compile("(\\[\\[\\d+, ?\\d+\\]), ?\\[\\d+, ?\\d+\\].*");

    private final FoundSteps found;
    private final HostTable host;
    private final Map<Integer, Set<Passed>> passed = new HashMap<>();
    private final Map<Integer, Set<String>> embedded = new HashMap<>();
    private final Set<Integer> severalPasses = new HashSet<>();

    private StepShapes(FoundSteps found, HostTable host) {
        this.found = found;
        this.host = host;
    }

    /// What attention got: `queries` new positions of each of `batch` sequences, of `keys`.
    private record Passed(long batch, long queries, long keys) {
        StepLoad load() {
            return new StepLoad(
                    OptionalLong.of(batch),
                    OptionalLong.of(batch * queries),
                    OptionalLong.of(batch * keys),
                    OptionalLong.of(batch * queries * queries),
                    OptionalLong.of(batch * queries * keys));
        }

        /// Of the sizes that a step can have, and not at odds with its name.
        boolean fits(StepFacts facts) {
            boolean sane = batch > 0 && batch < 1 << 20 && queries > 0 && keys < 1 << 28;
            return sane
                    && keys >= queries
                    && batch * queries < 1L << 31
                    && facts.requests().orElse(batch) == batch
                    && facts.tokens().orElse(batch * queries) == batch * queries
                    && (queries == 1 || facts.kind() != StepKind.DECODE);
        }
    }

    /// The seeds of the steps, in their order.
    static List<Seed> completed(FoundSteps found, HostTree tree) {
        if (found.seeds().stream().noneMatch(seed -> silent(seed.facts()))) {
            return found.seeds();
        }
        var shapes = new StepShapes(found, tree.host());
        shapes.look(tree);
        List<Seed> seeds = new ArrayList<>();
        for (int step = 0; step < found.seeds().size(); step++) {
            Seed seed = found.seeds().get(step);
            seeds.add(
                    shapes.load(step, seed.facts())
                            .map(load -> seed.with(seed.facts().shaped(load)))
                            .orElse(seed));
        }
        return seeds;
    }

    private static boolean silent(StepFacts facts) {
        boolean known = facts.kind() == StepKind.PREFILL || facts.kind() == StepKind.DECODE;
        return known && facts.keysEach().isEmpty();
    }

    private void look(HostTree tree) {
        Map<Integer, Integer> positions = new HashMap<>();
        Map<Integer, Boolean> embeddings = new HashMap<>();
        for (int row : tree.order()) {
            int step = found.stepOf(row);
            if (step == FoundSteps.NONE || host.kindOf(row) != HostKind.OPERATOR) {
                continue;
            }
            int name = host.name().code(row);
            int at = positions.computeIfAbsent(name, _ -> positions(host.name().get(row)));
            if (at > 0) {
                passed(row, at)
                        .ifPresent(each ->
                                passed.computeIfAbsent(step, _ -> new HashSet<>()).add(each));
            } else if (embeddings.computeIfAbsent(
                    name, _ -> host.name().get(row).equals("aten::embedding"))) {
                embedding(step, host.inputShapes().get(row));
            }
        }
    }

    /// Which side of a tensor are its positions; none where it is no attention.
    private static int positions(String operator) {
        if (HEADS_SECOND.matcher(operator).matches()) {
            return 2;
        }
        return HEADS_THIRD.matcher(operator).matches() ? 1 : 0;
    }

    private Optional<Passed> passed(int row, int positions) {
        Shapes shapes = Shapes.of(host.inputShapes().get(row));
        List<Long> query = shapes.input(0);
        List<Long> key = shapes.input(1);
        return query.size() == 4 && key.size() == 4
                ? Optional.of(
                        new Passed(query.getFirst(), query.get(positions), key.get(positions)))
                : Optional.empty();
    }

    /// The same table looked up twice: a range around several passes.
    private void embedding(int step, String shapes) {
        var matcher = EMBEDDED.matcher(shapes);
        if (matcher.matches()
                && !embedded.computeIfAbsent(step, _ -> new HashSet<>()).add(matcher.group(1))) {
            severalPasses.add(step);
        }
    }

    private Optional<StepLoad> load(int step, StepFacts facts) {
        Set<Passed> seen = passed.getOrDefault(step, Set.of());
        return silent(facts) && seen.size() == 1 && !severalPasses.contains(step)
                ? seen.stream().filter(each -> each.fits(facts)).findFirst().map(Passed::load)
                : Optional.empty();
    }
}
