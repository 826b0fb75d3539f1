package dev.llmprof.run.workload;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.node.Node;
import dev.llmprof.problem.Problem;
import dev.llmprof.workload.DatasetFiles;
import java.nio.file.Path;

/// A dataset that is not there, or still packed, is said before anything starts.
final class DatasetCheck {
    private static final String ROOT = "dataset.root";

    private DatasetCheck() {}

    static void check(Binder binder) {
        if (!(binder.read(ROOT, Node.class).orElse(null) instanceof Node.Text text)) {
            return;
        }
        DatasetFiles.missing(Path.of(text.value()))
                .ifPresent(what ->
                        binder.add(
                                new Problem(
                                        what,
                                        binder.at(ROOT),
                                        "link or unpack it there, or dataset.root=DIR, or dataset=synthetic")));
    }
}
