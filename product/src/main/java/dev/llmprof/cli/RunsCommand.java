package dev.llmprof.cli;

import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.pipeline.RunDirectory;
import dev.llmprof.pipeline.RunLock;
import dev.llmprof.pipeline.RunPaths;
import dev.llmprof.problem.PlainText;
import dev.llmprof.problem.Problem;
import dev.llmprof.run.PlanPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Run directories: which there are, what is in one, and getting rid of old ones.
@Command(
        name = "runs",
        header = "List, show and clean run directories.",
        description = "Looks below tmp/runs unless --root says otherwise; newest first.",
        footer = {
            "",
            "Examples:",
            "  llmprof runs list",
            "  llmprof runs show tmp/runs/20261115-142233",
            "  llmprof runs clean --keep 5",
            ""
        })
public final class RunsCommand implements Runnable {
    private final Console console;

    @Spec private CommandSpec spec = CommandSpec.create();

    public RunsCommand(Console console) {
        this.console = console;
    }

    private record Run(Path directory, Manifest manifest) {}

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "which one: runs list, runs show DIR or runs clean --keep N");
    }

    @Command(name = "list", description = "One line for each run, newest first.")
    int list(@Option(names = "--root", paramLabel = "DIR", defaultValue = "tmp/runs") Path root) {
        List<Run> runs = below(root);
        List<Path> empty = empty(root);
        if (runs.isEmpty() && empty.isEmpty()) {
            console.say("no runs below " + root);
        }
        for (Run run : runs) {
            console.out()
                    .printf(
                            Locale.ROOT,
                            "%s  %-11s  %8s  %s%n",
                            PlainText.line(PlanPage.shown(run.directory()).toString()),
                            run.manifest().outcome().word(),
                            took(run.manifest()),
                            stages(run.manifest()));
        }
        empty.forEach(each ->
                console.out()
                        .println(
                                PlanPage.shown(each)
                                        + "  empty        it was killed before it began"));
        return ExitCode.OK;
    }

    @Command(name = "show", description = "A run's stages, problems and artifacts.")
    int show(@Parameters(paramLabel = "DIR") Path directory) {
        Manifest manifest = ManifestFile.read(directory);
        console.out().println(directory + "  " + manifest.outcome().word());
        console.out().println("  llmprof " + PlainText.line(String.join(" ", manifest.command())));
        for (Manifest.StageEntry stage : manifest.stages()) {
            console.out()
                    .printf(
                            Locale.ROOT,
                            "  %-16s  %s%s%n",
                            stage.name(),
                            stage.outcome().word(),
                            stage.reason().map(reason -> "  " + PlainText.line(reason)).orElse(""));
            stage.problems()
                    .forEach(problem ->
                            console.out()
                                    .println("    " + problem.toString().replace("\n", "\n    ")));
            stage.artifacts()
                    .forEach(artifact ->
                            console.out()
                                    .printf(
                                            Locale.ROOT,
                                            "    %-22s %12d  %s%n",
                                            artifact.kind(),
                                            artifact.bytes(),
                                            PlainText.line(artifact.path())));
        }
        return ExitCode.OK;
    }

    @Command(name = "clean", description = "Remove all but the newest runs.")
    int clean(
            @Option(names = "--root", paramLabel = "DIR", defaultValue = "tmp/runs") Path root,
            @Option(
                            names = "--keep",
                            paramLabel = "N",
                            required = true,
                            description = "How many of the newest stay.")
                    int keep,
            @Option(
                            names = "--dry-run",
                            description = "Print what would be removed; remove nothing.")
                    boolean dryRun)
            throws IOException {
        if (keep < 0) {
            throw new Problem("--keep is " + keep, "the command line", "--keep 5").found();
        }
        List<Run> runs = below(root);
        var old =
                new ArrayList<>(
                        runs.subList(Math.min(keep, runs.size()), runs.size()).stream()
                                .map(Run::directory)
                                .toList());
        old.addAll(empty(root));
        for (Path directory : old) {
            clean(directory, root, dryRun);
        }
        return ExitCode.OK;
    }

    private void clean(Path directory, Path root, boolean dryRun) throws IOException {
        if (RunLock.held(directory)) {
            console.say(PlanPage.shown(directory) + " is still running and stays");
        } else if (isLinked(directory, root)) {
            console.say(PlanPage.shown(directory) + " is behind a link and stays");
        } else {
            console.out()
                    .println((dryRun ? "would remove " : "removed ") + PlanPage.shown(directory));
            if (!dryRun) {
                remove(directory);
            }
        }
    }

    /// Where a run was killed before its first manifest.
    private static List<Path> empty(Path root) {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (var directories = Files.list(root)) {
            return directories
                    .flatMap(RunsCommand::itselfAndJobs)
                    .filter(RunDirectory::isEmpty)
                    .map(each -> each.toAbsolutePath().normalize())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static Stream<Path> itselfAndJobs(Path directory) {
        if (!Files.isRegularFile(directory.resolve("sweep.json"))) {
            return Stream.of(directory);
        }
        try (var jobs = Files.list(directory)) {
            return jobs.toList().stream();
        } catch (IOException e) {
            return Stream.of();
        }
    }

    /// Itself, or the sweep it is in: what a link leads to is somebody else's to remove.
    private static boolean isLinked(Path directory, Path root) {
        Path sweep = directory.resolveSibling("").normalize();
        return Files.isSymbolicLink(directory)
                || (!sweep.equals(root.toAbsolutePath().normalize())
                        && Files.isSymbolicLink(sweep));
    }

    /// Only directories with a manifest: nothing else is ours to remove.
    private List<Run> below(Path root) {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (var directories = Files.list(root)) {
            return directories
                    .flatMap(each -> runs(each).stream())
                    .flatMap(each -> read(each).stream())
                    .sorted(
                            Comparator.comparing((Run run) -> run.manifest().started())
                                    .thenComparing(Run::directory)
                                    .reversed())
                    .toList();
        } catch (IOException e) {
            throw new Problem("the runs cannot be listed", root.toString(), "").found();
        }
    }

    /// Itself, or the jobs of a sweep.
    private static List<Path> runs(Path directory) {
        if (Files.isRegularFile(directory.resolve(ManifestFile.NAME))) {
            return List.of(directory);
        }
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (var jobs = Files.list(directory)) {
            return jobs.filter(job -> Files.isRegularFile(job.resolve(ManifestFile.NAME))).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private Optional<Run> read(Path directory) {
        try {
            return Optional.of(
                    new Run(directory.toAbsolutePath().normalize(), ManifestFile.read(directory)));
        } catch (Problem.Found unreadable) {
            unreadable.problems().forEach(console::warn);
            return Optional.empty();
        }
    }

    private static String took(Manifest manifest) {
        return manifest.ended()
                .map(end ->
                        String.format(
                                Locale.ROOT,
                                "%.1f s",
                                Duration.between(manifest.started(), end).toMillis() / 1000.0))
                .orElse("–");
    }

    private static String stages(Manifest manifest) {
        return manifest.stages().stream()
                .filter(stage -> stage.outcome() != Manifest.Verdict.SKIPPED)
                .map(stage -> stage.name() + " " + stage.outcome().word())
                .collect(Collectors.joining(", "));
    }

    /// The manifest last: what is left of a removal that is cut off is still seen.
    private static void remove(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            files.filter(file -> !file.endsWith(ManifestFile.NAME))
                    .toList()
                    .forEach(RunPaths::remove);
        }
        RunPaths.remove(directory);
    }
}
