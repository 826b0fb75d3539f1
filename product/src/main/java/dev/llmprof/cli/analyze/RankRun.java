package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.Findings;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.console.Version;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.TerminalSummary;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.format.Terminal;
import dev.llmprof.run.slurm.ClusterAnalyses;
import dev.llmprof.study.StudyParts;
import dev.llmprof.study.capture.Inputs;
import dev.llmprof.study.rank.RankMerge;
import dev.llmprof.study.rank.RankReduce;
import dev.llmprof.study.rank.RankReportFiles;
import dev.llmprof.study.rank.RankShare;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Supplier;

/// `analyze --reduce`, `--merge` and `--launcher`: many ranks, reduced in parts and compared
/// together.
record RankRun(
        Console console,
        Supplier<Path> fresh,
        StudyParts parts,
        Supplier<ClusterAnalyses> cluster) {
    private static final int PER_SHARE = 16;

    int run(AnalyzeRequest request, RankStep step) throws IOException {
        if (request.json() || request.sql().isPresent() || request.model().isPresent()) {
            throw new Problem(
                            "parts of ranks have no --json, --sql or --model",
                            "the command line",
                            "leave them out; metrics.json and tables/ of the merged analysis have"
                                    + " all numbers")
                    .found();
        }
        return switch (step) {
            case RankStep.Reduce(RankShare share) -> reduced(request, share);
            case RankStep.Merge() -> merged(request);
            case RankStep.OnSlurm(OptionalInt shares) -> onSlurm(request, shares);
        };
    }

    private int onSlurm(AnalyzeRequest request, OptionalInt asked) throws IOException {
        int captures = Inputs.of(request.paths(), parts.formats()).size();
        int shares = Math.min(captures, asked.orElse(Math.ceilDiv(captures, PER_SHARE)));
        Path directory = request.output().orElseGet(fresh);
        return switch (cluster.get().run(request.paths(), shares, directory)) {
            case ClusterAnalyses.End.Merged(int code, Path shown) -> {
                console.out().print(Files.readString(shown));
                said(directory);
                yield code;
            }
            case ClusterAnalyses.End.Unfinished(Problem problem) -> {
                console.show(List.of(problem));
                yield ExitCode.STAGE_FAILED;
            }
            case ClusterAnalyses.End.Left() -> ExitCode.INTERRUPTED;
        };
    }

    private int reduced(AnalyzeRequest request, RankShare share) throws IOException {
        Path part =
                request.output()
                        .orElseThrow(() ->
                                new Problem("--reduce needs --output", "--reduce", "add -o PART")
                                        .found());
        RankReduce.Done done =
                RankReduce.of(
                        request.paths(),
                        parts.formats(),
                        share,
                        part,
                        CaptureProgress.on(console, _ -> {}));
        done.problems().forEach(problem -> console.warn(problem));
        console.say(
                "part  %s  share %d of %d: %d captures, %d ranks"
                        .formatted(
                                part, share.number(), share.of(), done.captures(), done.ranks()));
        return done.captures() > 0 && done.ranks() == 0 ? ExitCode.WRONG_INPUT : ExitCode.OK;
    }

    private int merged(AnalyzeRequest request) throws IOException {
        RankMerge.Merged merged = RankMerge.of(request.paths());
        Path directory = request.output().orElseGet(fresh);
        merged.problems().forEach(problem -> console.warn(problem));
        Findings findings =
                RankReportFiles.findings(merged.ranks(), "llmprof " + Version.current().number());
        List<Block> blocks =
                new ArrayList<>(
                        RankScreen.of(merged.ranks(), request.top().orElse(RankScreen.ROWS)));
        blocks.addAll(TerminalSummary.conclusions(findings));
        console.out().println(Terminal.text(blocks, console.columns()));
        RankReportFiles.write(directory, findings);
        said(directory);
        return ExitCode.OK;
    }

    private void said(Path directory) {
        console.say("report  " + directory.resolve("report.html"));
        console.say("tables  " + directory);
    }
}
