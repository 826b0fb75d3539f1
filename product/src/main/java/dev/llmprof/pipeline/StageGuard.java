package dev.llmprof.pipeline;

import dev.llmprof.problem.Problem;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// Turns what a stage throws into how it failed: a tool's problem, or the disk's.
record StageGuard(Path runDirectory) {

    <T> T of(Stage stage, Supplier<? extends T> work, Function<Outcome.Failed, T> otherwise) {
        try {
            return work.get();
        } catch (Problem.Found found) {
            return otherwise.apply(new Outcome.Failed(found.problems().getFirst(), List.of()));
        } catch (UncheckedIOException e) {
            return otherwise.apply(new Outcome.Failed(disk(stage, e), List.of()));
        }
    }

    private Problem disk(Stage stage, UncheckedIOException e) {
        return new Problem(
                "a file could not be written or read: " + RootMessage.of(e),
                runDirectory.resolve(stage.name()).toString(),
                "check the space and the rights on that disk, then llmprof run --resume "
                        + runDirectory);
    }
}
