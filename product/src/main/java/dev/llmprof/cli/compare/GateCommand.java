package dev.llmprof.cli.compare;

import dev.llmprof.compare.Comparison;
import dev.llmprof.compare.metric.GateRules;
import dev.llmprof.console.ExitCode;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.compare.CompareJunit;
import dev.llmprof.run.CompareSettings;
import dev.llmprof.study.compare.BaselineStore;
import dev.llmprof.study.compare.CompareRequest;
import dev.llmprof.study.compare.Comparisons;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Says by its exit code whether B is slower than A.
@Command(
        name = "gate",
        header = "Say by the exit code whether B is slower than A.",
        description = {
            "A and B are each a run directory, a directory of repeats (run --repeat 5) or",
            "of a sweep's equal jobs, a capture, several captures with commas between,",
            "baseline:NAME, or a CSV of values: metric,unit,better,run,value. Five runs per",
            "side are a good start; one run per side never decides.",
            "",
            "Exit code: 0 unchanged or improved, 4 regression, 5 inconclusive, 6 not",
            "comparable; 1, 2, 3 and 130 as everywhere.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  llmprof gate tmp/runs/before tmp/runs/after",
            "  llmprof gate --baseline main tmp/runs/after --junit gate.xml",
            "  llmprof gate before.csv after.csv --margin 3%% --metric decode.step_time",
            "  llmprof gate a.json.gz b.json.gz --json | jq .verdict",
            "  llmprof gate before after --inconclusive pass gate.floor=5us",
            ""
        })
public final class GateCommand implements Callable<Integer> {

    private final CompareParts parts;

    @Parameters(
            paramLabel = "A B",
            arity = "0..*",
            description = "The sides; B alone with --baseline. KEY=VALUE overrides a key.")
    private List<String> words = new ArrayList<>();

    @Option(
            names = "--baseline",
            paramLabel = "NAME",
            description = "A is this baseline: baseline:NAME.")
    private @Nullable String baseline;

    @Option(
            names = "--margin",
            paramLabel = "M",
            description = "The least change that counts (2%%).")
    private String margin = "2%";

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            split = ",",
            description = "Gate on this metric only; may be repeated.")
    private List<String> metrics = new ArrayList<>();

    @Option(
            names = "--inconclusive",
            paramLabel = "pass|fail",
            description = "Whether an inconclusive answer is exit code 5 (fail) or 0.")
    private String inconclusive = "fail";

    @Mixin private CompareOutput shown;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write JUnit XML.")
    private @Nullable Path junit;

    public GateCommand(CompareParts parts) {
        this.parts = parts;
    }

    @Override
    public Integer call() throws IOException {
        SideWords typed = SideWords.of(words);
        CompareSettings settings = parts.settings(typed.overrides());
        var rules = new GateRules(Margins.of(margin), settings.floorNanos());
        List<String> sides = sides(typed.sides());
        Set<String> allow = shown.allowed();
        inconclusiveFails();
        Comparison comparison =
                new Comparisons(parts.reader(settings))
                        .of(
                                new CompareRequest(
                                        sides.getFirst(), sides.getLast(), metrics, allow, rules));
        int exit = exit(comparison);
        written(comparison);
        shown.show(comparison, exit, parts.console());
        return exit;
    }

    private List<String> sides(List<String> given) {
        List<String> sides = new ArrayList<>(given);
        if (baseline != null) {
            sides.addFirst(BaselineStore.PREFIX + baseline);
        }
        SideWords.requireTwo(sides, "llmprof gate A B   or   llmprof gate --baseline NAME B");
        return sides;
    }

    private boolean inconclusiveFails() {
        return switch (inconclusive) {
            case "fail" -> true;
            case "pass" -> false;
            default ->
                    throw new Problem(
                                    "'" + inconclusive + "' is neither pass nor fail",
                                    "--inconclusive",
                                    "--inconclusive pass")
                            .found();
        };
    }

    private int exit(Comparison comparison) {
        return switch (comparison.verdict()) {
            case UNCHANGED, IMPROVED -> ExitCode.OK;
            case REGRESSION -> ExitCode.REGRESSION;
            case INCONCLUSIVE -> inconclusiveFails() ? ExitCode.INCONCLUSIVE : ExitCode.OK;
            case NOT_COMPARABLE -> ExitCode.NOT_COMPARABLE;
        };
    }

    private void written(Comparison comparison) throws IOException {
        if (junit != null) {
            CompareParts.write(junit, CompareJunit.of(comparison, inconclusiveFails()));
        }
    }
}
