package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.Findings;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.console.Version;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.TerminalSummary;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.format.Terminal;
import dev.llmprof.study.StudyParts;
import dev.llmprof.study.rank.RankMerge;
import dev.llmprof.study.rank.RankReduce;
import dev.llmprof.study.rank.RankReportFiles;
import dev.llmprof.study.rank.RankShare;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// `analyze --reduce` and `analyze --merge`: many ranks, reduced in parts and compared together.
final class RankRun {
    private final Console console;
    private final Supplier<Path> fresh;
    private final StudyParts parts;

    RankRun(Console console, Supplier<Path> fresh, StudyParts parts) {
        this.console = console;
        this.fresh = fresh;
        this.parts = parts;
    }

    int run(AnalyzeRequest request) throws IOException {
        if (request.json() || request.sql().isPresent() || request.model().isPresent()) {
            throw new Problem(
                            "parts of ranks have no --json, --sql or --model",
                            "the command line",
                            "leave them out; metrics.json and tables/ of the merged analysis have"
                                    + " all numbers")
                    .found();
        }
        if (request.merge() && request.reduce().isPresent()) {
            throw new Problem(
                            "--reduce and --merge are two steps",
                            "the command line",
                            "reduce each share first, then merge the parts")
                    .found();
        }
        return request.merge() ? merged(request) : reduced(request, request.reduce().get());
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
        console.say("report  " + directory.resolve("report.html"));
        console.say("tables  " + directory);
        return ExitCode.OK;
    }
}
