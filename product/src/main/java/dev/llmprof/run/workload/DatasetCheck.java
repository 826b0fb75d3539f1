package dev.llmprof.run.workload;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.node.Node;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A dataset that is not there, or still packed, is said before anything starts.
final class DatasetCheck {
    private static final String ROOT = "dataset.root";

    private DatasetCheck() {}

    static void check(Binder binder) {
        if (!(binder.read(ROOT, Node.class).orElse(null) instanceof Node.Text text)) {
            return;
        }
        Path root = Path.of(text.value());
        problem(root)
                .ifPresent(what ->
                        binder.add(
                                new Problem(
                                        what,
                                        binder.at(ROOT),
                                        "link or unpack it there, or dataset.root=DIR, or dataset=synthetic")));
    }

    private static Optional<String> problem(Path root) {
        if (!Files.isDirectory(root)) {
            return Optional.of("there is no dataset at " + root);
        }
        try (var files = Files.list(root)) {
            var names = files.map(file -> file.getFileName().toString()).toList();
            boolean packed =
                    !names.isEmpty() && names.stream().allMatch(name -> name.endsWith(".zip"));
            if (names.isEmpty()) {
                return Optional.of("the dataset directory is empty: " + root);
            }
            return packed
                    ? Optional.of("the dataset is still packed: " + root + " has only " + names)
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("listing " + root, e);
        }
    }
}
