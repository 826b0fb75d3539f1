package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.lint.LintFinding;
import dev.llmprof.analysis.lint.LintRule;
import dev.llmprof.analysis.lint.Lints;
import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.console.Version;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.report.table.LintTable;
import dev.llmprof.report.table.TableJson;
import dev.llmprof.study.RunLints;
import dev.llmprof.study.Study;
import dev.llmprof.study.StudyContext;
import dev.llmprof.study.StudyGoal;
import dev.llmprof.study.StudyParts;
import dev.llmprof.study.StudyRequest;
import dev.llmprof.study.capture.CaptureSet;
import dev.llmprof.study.capture.Inputs;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Says how far captures can be trusted.
@Command(
        name = "lint",
        header = "Check how far captures can be trusted, and how to record better ones.",
        description = {
            "Checks each capture against rules: is the file whole, are times in order, is GPU work",
            "attributed to operators, is warm-up in the window, are all ranks there …",
            "An error means that the file is not what the program did, a warning that a number",
            "may mislead, a note that more could be known. docs/trust.md has all rules.",
            "",
            "Exit code: 0; with --strict 1 if there is an error; 2 if nothing could be read.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  llmprof lint trace.json.gz",
            "  llmprof lint tmp/runs/20261115-142233 --strict",
            "  llmprof lint run.sqlite kernels.ncu-rep --json | jq .findings[].id",
            ""
        })
public final class LintCommand implements Callable<Integer> {
    private final Console console;
    private final Supplier<StudyParts> parts;

    @Parameters(
            paramLabel = "FILE|DIR",
            arity = "1..*",
            description = "Captures, or folders with captures, such as a run directory.")
    private List<Path> paths = new ArrayList<>();

    @Option(names = "--json", description = "Print the findings as JSON.")
    private boolean json;

    @Option(names = "--strict", description = "Exit with 1 if there is an error.")
    private boolean strict;

    public LintCommand(Console console, Supplier<StudyParts> parts) {
        this.console = console;
        this.parts = parts;
    }

    @Override
    public Integer call() throws IOException {
        var context = StudyContext.unknown("llmprof " + Version.current().number());
        List<Problem> problems = new ArrayList<>();
        List<Path> captured = captured(problems);
        var request =
                new StudyRequest(
                        captured, parts.get(), NcuView.DEFAULT, context, new StudyGoal.Captures());
        CaptureSet captures = Study.of(request, CaptureProgress.on(console, _ -> {})).captures();
        problems.addAll(captures.problems());
        List<LintFinding> found =
                RunLints.with(
                        Lints.of(captures.captures(), captures.profiles(), problems),
                        captured,
                        parts.get());
        if (json) {
            try (var out =
                    new JsonOut(new OutputStreamWriter(console.out(), StandardCharsets.UTF_8))) {
                out.object(() -> TableJson.rows(out, "findings", LintTable.FINDINGS, found));
            }
            console.out().println();
        } else {
            show(found);
        }
        boolean error =
                found.stream().anyMatch(each -> each.rule().severity() == LintRule.Severity.ERROR);
        if (captures.isEmpty()) {
            return ExitCode.WRONG_INPUT;
        }
        return strict && error ? ExitCode.STAGE_FAILED : ExitCode.OK;
    }

    /// One file that is none must not hide what is wrong with the others.
    private List<Path> captured(List<Problem> problems) throws IOException {
        List<Path> captured = new ArrayList<>();
        for (Path path : paths) {
            try {
                Inputs.of(List.of(path), parts.get().formats());
                captured.add(path);
            } catch (Problem.Found none) {
                problems.addAll(none.problems());
            }
        }
        if (captured.isEmpty()) {
            throw new Problem.Found(problems);
        }
        return captured;
    }

    private void show(List<LintFinding> found) {
        for (LintFinding each : found) {
            LintRule rule = each.rule();
            console.out()
                    .println(
                            rule.severity().label() + "  " + rule.what() + "  [" + rule.id() + "]");
            console.out().println("    seen  " + each.evidence());
            if (!each.source().isEmpty()) {
                console.out().println("    in    " + each.source());
            }
            console.out().println("    cost  " + rule.cost());
            console.out().println("    fix   " + rule.fix());
        }
        console.say(
                found.isEmpty()
                        ? "no problems found in " + (paths.size() == 1 ? "it" : "them")
                        : String.format(
                                Locale.ROOT,
                                "%d finding%s",
                                found.size(),
                                found.size() == 1 ? "" : "s"));
    }
}
