package dev.llmprof.run.workload;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.node.Node;
import dev.llmprof.problem.Problem;
import dev.llmprof.workload.DatasetFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A dataset that is not there, or still packed, is said before anything starts.
final class DatasetCheck {
    private static final String ROOT = "dataset.root";
    private static final String LIST = "dataset.subset_filelist";

    private DatasetCheck() {}

    private static void checkList(Binder binder, DatasetFiles files) {
        try {
            files.all();
        } catch (Problem.Found found) {
            found.problems()
                    .forEach(each ->
                            binder.add(
                                    new Problem(
                                            each.what(),
                                            binder.at(LIST) + "\n" + each.at(),
                                            each.fix())));
        }
    }

    static void check(Binder binder) {
        if (!(binder.read(ROOT, Node.class).orElse(null) instanceof Node.Text text)) {
            return;
        }
        Path root = Path.of(text.value());
        if (binder.read(LIST, Node.class).orElse(null) instanceof Node.Text list
                && Files.isDirectory(root)) {
            checkList(
                    binder, new DatasetFiles(root, Optional.of(Path.of(list.value())), List.of()));
        }
        DatasetFiles.missing(root)
                .ifPresent(what ->
                        binder.add(
                                new Problem(
                                        what,
                                        binder.at(ROOT),
                                        "link or unpack it there, or dataset.root=DIR, or dataset=synthetic")));
    }
}
