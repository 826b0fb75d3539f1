package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.phase.FoundSteps.Seed;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Finds steps by the names of ranges: the outermost that says a kind. An engine's own words go
/// before a plain `decode` around them, which may hold many of its steps.
final class NamedSteps {
    private static final String PLAIN = "plain";
    private static final Pattern ITERATION =
            Pattern.compile(
                    "ProfilerStep#\\d+|(?i:iter|iteration|step|train_step|global_step)["
                            + " _#:=]*\\d+");

    private final HostTree tree;
    private final HostTable host;
    private final Function<String, Optional<StepFacts>> facts;

    /// By the code of a name, empty where no range has it.
    private final List<Optional<StepFacts>> byName;

    private final boolean any;
    private final List<Seed> seeds = new ArrayList<>();
    private final int[] stepOf;

    private NamedSteps(HostTree tree, Function<String, Optional<StepFacts>> facts) {
        this.facts = facts;
        this.tree = tree;
        this.host = tree.host();
        this.byName = byName();
        this.any = byName.stream().anyMatch(Optional::isPresent);
        this.stepOf = FoundSteps.nowhere(any ? host.size() : 0);
    }

    private List<Optional<StepFacts>> byName() {
        BitSet ranges = new BitSet();
        for (int row = 0; row < host.size(); row++) {
            if (isRange(row)) {
                ranges.set(host.name().code(row));
            }
        }
        List<Optional<StepFacts>> byName = new ArrayList<>();
        for (int code = 0; code < ranges.length(); code++) {
            byName.add(
                    ranges.get(code)
                            ? facts.apply(host.name().symbols().text(code))
                            : Optional.empty());
        }
        return byName;
    }

    static Optional<FoundSteps> of(HostTree tree) {
        var steps = new NamedSteps(tree, StepFinder::named);
        if (steps.any) {
            steps.find();
        }
        return steps.seeds.isEmpty()
                ? Optional.empty()
                : Optional.of(new FoundSteps(StepOrigin.NAMES, steps.seeds, steps.stepOf));
    }

    /// Ranges that are steps of no known kind.
    static Optional<FoundSteps> ofUnknownKind(HostTree tree) {
        return outermost(
                tree,
                StepOrigin.RANGES,
                name -> StepFacts.of(name).filter(f -> f.kind() == StepKind.UNKNOWN));
    }

    /// What a profiler or a loop counts.
    static Optional<FoundSteps> iterations(HostTree tree) {
        return outermost(
                tree,
                StepOrigin.RANGES,
                name ->
                        ITERATION.matcher(name).matches()
                                ? Optional.of(StepFacts.unnamed("", StepKind.UNKNOWN))
                                : Optional.empty());
    }

    private static Optional<FoundSteps> outermost(
            HostTree tree, StepOrigin origin, Function<String, Optional<StepFacts>> facts) {
        var steps = new NamedSteps(tree, facts);
        if (!steps.any) {
            return Optional.empty();
        }
        int around = HostTree.NONE;
        for (int row : tree.order()) {
            if (around == HostTree.NONE || !steps.holds(around, row)) {
                Optional<StepFacts> named = steps.named(row);
                if (named.isPresent()) {
                    steps.seeds.add(steps.seed(row, named.get()));
                    around = row;
                }
            }
        }
        return steps.seeds.isEmpty()
                ? Optional.empty()
                : Optional.of(FoundSteps.apart(origin, steps.seeds, tree));
    }

    private boolean holds(int around, int row) {
        return host.thread().code(around) == host.thread().code(row)
                && host.startNanos().get(row) < host.endNanos(around);
    }

    private void find() {
        boolean[] holdsEngines = holdsEngines();
        for (int row : tree.order()) {
            int parent = tree.parent(row);
            int around = parent == HostTree.NONE ? FoundSteps.NONE : stepOf[parent];
            stepOf[row] = around;
            Optional<StepFacts> named = named(row);
            if (named.isEmpty()) {
                continue;
            }
            if (around != FoundSteps.NONE) {
                more(around, named.get());
            } else if (!named.get().engine().equals(PLAIN) || !holdsEngines[row]) {
                stepOf[row] = seeds.size();
                seeds.add(seed(row, named.get()));
            }
        }
    }

    /// Around each step of an engine.
    private boolean[] holdsEngines() {
        boolean[] holds = new boolean[host.size()];
        for (int row : tree.order()) {
            boolean engine = named(row).filter(step -> !step.engine().equals(PLAIN)).isPresent();
            for (int at = engine ? tree.parent(row) : HostTree.NONE;
                    at != HostTree.NONE && !holds[at];
                    at = tree.parent(at)) {
                holds[at] = true;
            }
        }
        return holds;
    }

    /// Two names around one step may say different things about it.
    private void more(int step, StepFacts inner) {
        Seed seed = seeds.get(step);
        if (seed.facts().kind() == inner.kind()) {
            seeds.set(step, seed.with(seed.facts().or(inner)));
        }
    }

    private Optional<StepFacts> named(int row) {
        return isRange(row) ? byName.get(host.name().code(row)) : Optional.empty();
    }

    private boolean isRange(int row) {
        return host.kind().get(row) == HostKind.RANGE.code();
    }

    private String name(int row) {
        return host.name().get(row);
    }

    private Seed seed(int row, StepFacts named) {
        return new Seed(
                name(row),
                named,
                host.thread().code(row),
                host.startNanos().get(row),
                host.endNanos(row));
    }
}
