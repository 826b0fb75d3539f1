package dev.llmprof.cli;

import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.pipeline.RunFolders;
import dev.llmprof.pipeline.RunLock;
import dev.llmprof.pipeline.RunPaths;
import dev.llmprof.problem.PlainText;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.sweep.ListedRun;
import dev.llmprof.report.sweep.RunListTable;
import dev.llmprof.run.PlanPage;
import dev.llmprof.study.sweep.RunSummaries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
    private final ZoneId zone;

    @Spec private CommandSpec spec = CommandSpec.create();

    /// `zone` is where its user's clock is.
    public RunsCommand(Console console, ZoneId zone) {
        this.console = console;
        this.zone = zone;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "which one: runs list, runs show DIR or runs clean --keep N");
    }

    @Command(
            name = "list",
            description = {
                "One line for each run, newest first.",
                "",
                "The result is the median time per output token (TPOT) where there is one,"
                        + " else the first of TTFT, GPU busy and host time."
            })
    int list(
            @Option(names = "--root", paramLabel = "DIR", defaultValue = "tmp/runs") Path root,
            @Option(names = "--json", description = "Print JSON.") boolean json) {
        RunFolders found = found(root);
        if (found.runs().isEmpty() && found.empty().isEmpty()) {
            console.say("no runs below " + root);
        }
        List<ListedRun> runs = RunSummaries.of(found, console::warn);
        if (json) {
            console.out().print(RunListTable.json(runs));
        } else if (!runs.isEmpty()) {
            int columns = console.interactive() ? console.columns() : Integer.MAX_VALUE;
            console.out().print(RunListTable.text(runs, zone, RunsCommand::shown, columns));
        }
        return ExitCode.OK;
    }

    private static String shown(String directory) {
        return PlanPage.shown(Path.of(directory)).toString();
    }

    private RunFolders found(Path root) {
        RunFolders found = RunFolders.below(root);
        found.unreadable().forEach(console::warn);
        return found;
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
        RunFolders found = found(root);
        List<Path> old =
                new ArrayList<>(
                        found.runs().stream().skip(keep).map(RunFolders.Run::directory).toList());
        old.addAll(found.empty());
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

    /// Itself, or the sweep it is in: what a link leads to is somebody else's to remove.
    private static boolean isLinked(Path directory, Path root) {
        Path sweep = directory.resolveSibling("").normalize();
        return Files.isSymbolicLink(directory)
                || (!sweep.equals(root.toAbsolutePath().normalize())
                        && Files.isSymbolicLink(sweep));
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
