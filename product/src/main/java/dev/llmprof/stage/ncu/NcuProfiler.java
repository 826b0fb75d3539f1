package dev.llmprof.stage.ncu;

import dev.llmprof.pipeline.Artifact;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes.Limits;
import dev.llmprof.stage.EndedWords;
import dev.llmprof.stage.StageFiles;
import dev.llmprof.tool.Ncu;
import dev.llmprof.tool.NcuAnswers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/// One ncu run, a second without filters when the first profiled nothing, then the exports. ncu's
/// exit code is the program's: the report on disk and ncu's own log decide.
final class NcuProfiler {
    private static final Duration IMPORT_DEADLINE = Duration.ofMinutes(30);

    private final Workspace workspace;
    private final NcuSettings settings;
    private final BiFunction<Ncu.Settings, String, Command> commands;
    private final List<Problem> problems;
    private final List<Artifact> artifacts = new ArrayList<>();
    private final Path report;

    NcuProfiler(
            Workspace workspace,
            NcuSettings settings,
            BiFunction<Ncu.Settings, String, Command> commands,
            List<Problem> problems) {
        this.workspace = workspace;
        this.settings = settings;
        this.commands = commands;
        this.problems = problems;
        this.report = workspace.directory().resolve("decode.ncu-rep");
    }

    Outcome profile(Ncu.Settings wish, String sectionsTable, NcuChoice choice) {
        StageFiles.clear(workspace.directory(), "decode");
        artifacts.add(new Artifact("ncu.choice", choice.write(workspace.directory())));
        Path sections = workspace.directory().resolve("sections.txt");
        AtomicFile.write(sections, sectionsTable);
        artifacts.add(new Artifact("ncu.sections", sections));
        Ended ended = run(wish, "cmd.txt", "tool.log", "ncu.command");
        if (Files.exists(report)) {
            judge(ended).ifPresent(problems::add);
            return exported(wish);
        }
        String log = log("tool.log");
        if (worthASecondTry(wish, ended, log)) {
            return secondTry(wish);
        }
        return failed(ended, log);
    }

    private Outcome secondTry(Ncu.Settings wish) {
        Ncu.Settings unfiltered = wish.withoutFilters();
        Ended ended = run(unfiltered, "cmd-rerun.txt", "tool-rerun.log", "ncu.command_rerun");
        if (!Files.exists(report)) {
            return failed(ended, log("tool.log") + log("tool-rerun.log"));
        }
        judge(ended).ifPresent(problems::add);
        problems.add(
                new Problem(
                        "the filters let no kernel through; this is a second run without them",
                        at("cmd-rerun.txt"),
                        "pipeline.ncu.ncu_cli.nvtx.include=LABEL   or"
                                + " pipeline.ncu.gating_nvtx=false"));
        return exported(unfiltered);
    }

    private Ended run(Ncu.Settings wish, String commandFile, String log, String kind) {
        Command command = commands.apply(wish, log);
        artifacts.add(
                new Artifact(
                        kind,
                        StageFiles.writeCommand(
                                workspace.directory().resolve(commandFile), command)));
        Path output = workspace.directory().resolve(log.replace("tool", "program"));
        Ended ended = workspace.processes().run(command, output, Limits.of(settings.timeout()));
        Path toolLog = workspace.directory().resolve(log);
        if (Files.exists(toolLog)) {
            artifacts.add(new Artifact("ncu.log", toolLog));
        }
        return ended;
    }

    private boolean worthASecondTry(Ncu.Settings wish, Ended ended, String log) {
        boolean ran = ended instanceof Ended.Exited || ended instanceof Ended.Signalled;
        boolean somethingToDrop =
                wish.filtered() || !wish.metrics().isEmpty() || !wish.sections().isEmpty();
        return ran && somethingToDrop && NcuAnswers.nothingProfiled(log);
    }

    private Outcome exported(Ncu.Settings wish) {
        // The line of the stage shows the first.
        artifacts.addFirst(new Artifact("ncu.report", report));
        if (settings.exportCsv()) {
            export(Ncu.rawPage(report), "raw.csv", "ncu.raw");
            export(Ncu.detailsPage(report), "details.csv", "ncu.details");
        }
        if (!wish.sections().isEmpty()) {
            export(
                    Ncu.sectionsText(report, wish.sections()),
                    "sections_report.txt",
                    "ncu.sections_report");
        }
        return problems.isEmpty()
                ? new Outcome.Done(artifacts)
                : new Outcome.Degraded(artifacts, problems);
    }

    private void export(Command command, String name, String kind) {
        Path partial = workspace.directory().resolve("." + name);
        Ended ended =
                workspace.processes().run(command, partial, Limits.of(IMPORT_DEADLINE).finishing());
        if (ended instanceof Ended.Exited(int code, _) && code == 0) {
            Path file = workspace.directory().resolve(name);
            StageFiles.rename(partial, file);
            artifacts.add(new Artifact(kind, file));
            return;
        }
        problems.add(
                new Problem(
                        name + " could not be exported: ncu " + EndedWords.of(ended),
                        report.toString(),
                        StageFiles.lastLines(partial, 2)));
        StageFiles.remove(partial);
    }

    private Optional<Problem> judge(Ended ended) {
        boolean clean = ended instanceof Ended.Exited(int code, _) && code == 0;
        return clean || ended instanceof Ended.Interrupted
                ? Optional.empty()
                : Optional.of(
                        new Problem(
                                "the report is there, but ncu " + EndedWords.of(ended),
                                at("tool.log"),
                                ended instanceof Ended.TimedOut
                                        ? "pipeline.ncu.timeout="
                                                + EndedWords.twice(settings.timeout())
                                        : "see program.log beside it"));
    }

    private Outcome failed(Ended ended, String log) {
        Problem problem =
                switch (ended) {
                    case Ended.NotStarted(String reason) ->
                            new Problem(
                                    "ncu could not be started: " + reason,
                                    "PATH",
                                    "llmprof doctor");
                    case Ended.TimedOut(Duration limit, _) ->
                            new Problem(
                                    "ncu ran past " + EndedWords.of(limit) + " and was stopped",
                                    at("tool.log"),
                                    "pipeline.ncu.timeout="
                                            + EndedWords.twice(settings.timeout())
                                            + "   or fewer kernels: run.top_n_kernels=5"
                                            + " pipeline.ncu.ncu_cli.launch_count=20");
                    case Ended.Interrupted _ -> new Problem("interrupted", at("tool.log"), "");
                    case Ended.Exited _, Ended.Signalled _ ->
                            NcuFailure.explain(log, ended, at("tool.log"), settings.profiling());
                };
        return new Outcome.Failed(problem, problems, artifacts);
    }

    /// What ncu finds wrong with its own flags it says before it opens its log.
    private String log(String name) {
        return StageFiles.text(workspace.directory().resolve(name))
                + NcuFailure.ownWords(
                        workspace.directory().resolve(name.replace("tool", "program")));
    }

    private String at(String name) {
        return workspace.directory().resolve(name).toString();
    }
}
