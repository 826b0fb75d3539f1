package dev.llmprof.cli.compare;

import dev.llmprof.compare.Comparison;
import dev.llmprof.compare.metric.GateRules;
import dev.llmprof.compare.tree.TreeLevel;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.problem.Nearest;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.compare.ComparePage;
import dev.llmprof.run.CompareSettings;
import dev.llmprof.study.compare.CompareRequest;
import dev.llmprof.study.compare.Comparisons;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Says what changed between two sides, down to the kernel.
@Command(
        name = "compare",
        header = "Show what changed between A and B, down to operators and kernels.",
        description = {
            "A and B are each a run directory, a directory of repeats or of a sweep's equal",
            "jobs, a capture, several captures with commas between, baseline:NAME, or a CSV of",
            "values. Work is matched by operator, shapes and order, not by kernel names; the",
            "differences of the leaves add up to that of the spans.",
            "",
            "What must be the same and is not (the GPU, say) is named, and there is no tree:",
            "--allow compares anyway. Exit code 0; gate is for builds.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  llmprof compare before.json.gz after.json.gz",
            "  llmprof compare tmp/runs/before tmp/runs/after --output tmp/compare",
            "  llmprof compare h100.json.gz mi300.json.gz --allow gpu --by operator",
            "  llmprof compare a.sqlite b.sqlite --json | jq '.tree[] | select(.leaf)'",
            ""
        })
public final class CompareCommand implements Callable<Integer> {
    private static final double MARGIN = 0.02;

    private final CompareParts parts;

    @Parameters(paramLabel = "A B", arity = "0..*", description = "The sides.")
    private List<String> words = new ArrayList<>();

    @Option(
            names = "--by",
            paramLabel = "LEVEL",
            description = "How deep: phase, module, operator, kernel (all).")
    private String by = "kernel";

    @Mixin private CompareOutput shown;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Write compare.html there.")
    private @Nullable Path output;

    public CompareCommand(CompareParts parts) {
        this.parts = parts;
    }

    @Override
    public Integer call() throws IOException {
        SideWords typed = SideWords.of(words);
        CompareSettings settings = parts.settings(typed.overrides());
        TreeLevel level = level();
        typed.requireTwo("llmprof compare A B");
        Comparison comparison =
                new Comparisons(parts.reader(settings))
                        .of(
                                new CompareRequest(
                                        typed.sides().getFirst(),
                                        typed.sides().getLast(),
                                        List.of(),
                                        shown.allowed(),
                                        new GateRules(MARGIN, settings.floorNanos())));
        show(comparison.by(level));
        return ExitCode.OK;
    }

    private TreeLevel level() {
        String word = by.toLowerCase(Locale.ROOT);
        for (TreeLevel level : TreeLevel.values()) {
            if (level.word().equals(word)) {
                return level;
            }
        }
        throw new Problem(
                        "'" + by + "' is not a level of the tree",
                        "--by",
                        Nearest.to(word, TreeLevel.words())
                                .map(nearest -> "did you mean " + nearest + "?")
                                .orElse("choose from: " + String.join(", ", TreeLevel.words())))
                .found();
    }

    private void show(Comparison comparison) throws IOException {
        Console console = parts.console();
        shown.show(comparison, ExitCode.OK, console);
        if (output != null) {
            Path page = output.resolve("compare.html");
            CompareParts.write(page, ComparePage.of(comparison, MARGIN));
            console.say("page    " + page);
        }
    }
}
