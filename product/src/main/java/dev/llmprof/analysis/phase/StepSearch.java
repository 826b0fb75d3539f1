package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.trace.ServedFile;
import dev.llmprof.trace.Trace;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Looks for steps where they are said best: by an engine's words, in the Python stack, by ranges
/// around a forward pass, by calls of the model, and last by graph launches. A training loop has
/// none but those it names.
final class StepSearch {
    private StepSearch() {}

    static FoundSteps of(Trace trace, HostTree tree, Links links) {
        Optional<FoundSteps> named = NamedSteps.of(tree);
        if (named.isPresent()) {
            return named.get();
        }
        InferenceSigns signs = InferenceSigns.of(trace.gpu(), tree.host());
        if (signs.training()) {
            return FoundSteps.none(tree.host().size());
        }
        StepKind replayed = signs.generating() ? StepKind.DECODE : StepKind.UNKNOWN;
        List<Supplier<Optional<FoundSteps>>> places =
                List.of(
                        () -> FrameSteps.of(trace.frames(), tree),
                        () -> NamedSteps.ofUnknownKind(tree),
                        () -> ModelSteps.of(tree),
                        () -> GraphSteps.of(trace.gpu(), tree, links, replayed));
        for (Supplier<Optional<FoundSteps>> place : places) {
            Optional<FoundSteps> found =
                    place.get()
                            .flatMap(steps ->
                                    steps.origin() == StepOrigin.GRAPHS
                                            ? Optional.of(steps)
                                            : StepGuess.of(steps, trace.gpu(), tree, links));
            if (found.isPresent()) {
                return staged(found.get(), ServedFile.of(trace.source()));
            }
        }
        return FoundSteps.none(tree.host().size());
    }

    /// A server that writes a file for each phase says in its name what steps do not.
    private static FoundSteps staged(FoundSteps found, ServedFile file) {
        if (file.phase().isEmpty()) {
            return found;
        }
        StepKind kind = StepKind.of(file.phase().get());
        return found.with(
                found.seeds().stream()
                        .map(seed ->
                                seed.facts().kind() == StepKind.UNKNOWN
                                        ? seed.with(seed.facts().as(kind))
                                        : seed)
                        .toList());
    }
}
