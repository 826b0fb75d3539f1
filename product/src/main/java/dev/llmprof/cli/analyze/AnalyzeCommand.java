package dev.llmprof.cli.analyze;

import dev.llmprof.cli.GivenWords;
import dev.llmprof.cli.HelpLines;
import dev.llmprof.cli.OptionSpecs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Reads captures of any supported kind and says where the time went.
@Command(
        name = "analyze",
        header = "Analyse captures: PyTorch traces, nsys and ncu reports, in any mix.",
        description = {
            "Reads every capture given, or found in a folder given, whatever its kind, and shows where",
            "the time went. Tables and the report are written to --output; a folder with one trace for",
            "each rank is one analysis. The kind of a file is told by its content."
        },
        footer = {
            "",
            "Examples:",
            "  llmprof analyze trace.json.gz",
            "  llmprof analyze run.sqlite kernels.ncu-rep trace.json.gz --output out",
            "  llmprof analyze trace.json --json | jq .traces[0].busy_ns",
            "  llmprof analyze trace.json --sql \\",
            "      'select name, count(*) from kernels group by name order by 2 desc'",
            "  llmprof analyze trace.json.gz --model qwen3-8b --gpu h100-sxm5-80gb",
            "  llmprof analyze tmp/runs/20261115-142233 --perfetto trace.json.gz",
            "  zcat trace.json.gz | llmprof analyze -",
            "  llmprof analyze traces --reduce 1/4 -o parts/1",
            "  llmprof analyze --merge parts -o out",
            "  llmprof analyze traces --launcher slurm -o out"
        })
public final class AnalyzeCommand implements Callable<Integer> {
    private final AnalyzeRun run;

    @Parameters(
            paramLabel = "FILE|DIR",
            arity = "1..*",
            description =
                    "Captures, or folders with captures; - reads a PyTorch trace from standard input.")
    private List<String> paths = new ArrayList<>();

    // The library reads it.
    @SuppressWarnings("UnusedVariable")
    @Mixin
    private CommandSpec options = OptionSpecs.of(AnalyzeOptions.ALL);

    @Spec private CommandSpec spec;

    public AnalyzeCommand(AnalyzeRun run) {
        this.run = run;
    }

    @Spec
    void describe(CommandSpec spec) {
        var lines = new ArrayList<>(List.of(spec.usageMessage().description()));
        lines.addAll(HelpLines.filled("A capture is " + run.captureWords() + "."));
        spec.usageMessage().description(lines.toArray(String[]::new));
    }

    @Override
    public Integer call() throws IOException {
        return run.run(given());
    }

    GivenWords given() {
        return OptionSpecs.given(AnalyzeOptions.ALL, paths, spec.commandLine().getParseResult());
    }
}
