package dev.llmprof.pipeline;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The run directories below a root, newest first, jobs of sweeps among them; those in which a run
/// was killed before its first manifest; and what is wrong with manifests that cannot be read.
public record RunFolders(List<Run> runs, List<Path> empty, List<Problem> unreadable) {

    /// An absolute directory, and what is in its manifest.
    public record Run(Path directory, Manifest manifest) {
        /// As the manifest has it; a run that says it is running and that nobody works on was
        /// killed.
        public String status() {
            boolean killed =
                    manifest.outcome() == Manifest.Verdict.RUNNING && !RunLock.held(directory);
            return killed ? "killed" : manifest.outcome().word();
        }
    }

    public RunFolders {
        runs = List.copyOf(runs);
        empty = List.copyOf(empty);
        unreadable = List.copyOf(unreadable);
    }

    /// Nothing where there is no such directory.
    public static RunFolders below(Path root) {
        List<Run> runs = new ArrayList<>();
        List<Problem> unreadable = new ArrayList<>();
        List<Path> folders = folders(root);
        for (Path folder : folders) {
            for (Path each : itselfOrJobs(folder)) {
                try {
                    runs.add(new Run(absolute(each), ManifestFile.read(each)));
                } catch (Problem.Found found) {
                    unreadable.addAll(found.problems());
                }
            }
        }
        runs.sort(
                Comparator.comparing((Run run) -> run.manifest().started())
                        .thenComparing(Run::directory)
                        .reversed());
        return new RunFolders(runs, empty(folders), unreadable);
    }

    private static List<Path> folders(Path root) {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(root)) {
            return folders.sorted().toList();
        } catch (IOException e) {
            throw new Problem(
                            "the runs cannot be listed",
                            root.toString(),
                            "--root DIR with a directory you may read")
                    .found();
        }
    }

    /// Only directories with a manifest: nothing else is ours.
    private static List<Path> itselfOrJobs(Path directory) {
        return isRun(directory)
                ? List.of(directory)
                : children(directory).stream().filter(RunFolders::isRun).toList();
    }

    private static List<Path> empty(List<Path> folders) {
        return folders.stream()
                .flatMap(each ->
                        Files.isRegularFile(each.resolve("sweep.json"))
                                ? children(each).stream()
                                : Stream.of(each))
                .filter(RunDirectory::isEmpty)
                .map(RunFolders::absolute)
                .sorted()
                .toList();
    }

    /// What may not be looked into has no runs for us.
    private static List<Path> children(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(directory)) {
            return children.toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static boolean isRun(Path directory) {
        return Files.isRegularFile(directory.resolve(ManifestFile.NAME));
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
