package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.ncu.NcuClasses;
import dev.llmprof.cli.HelpLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
            "  llmprof analyze trace.json --sql 'select name, sum(duration_ns) t from kernels group by 1 order by 2 desc limit 5'",
            "  llmprof analyze trace.json.gz --model Qwen3-8B/config.json --gpu h100-sxm5-80gb",
            "  zcat trace.json.gz | llmprof analyze -"
        })
public final class AnalyzeCommand implements Callable<Integer> {
    private final AnalyzeRun run;

    @Parameters(
            paramLabel = "FILE|DIR",
            arity = "1..*",
            description =
                    "Captures, or folders with captures; - reads a PyTorch trace from standard input.")
    private List<Path> paths = new ArrayList<>();

    @Option(names = "--json", description = "Print everything as JSON, and nothing else.")
    private boolean json;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Where tables and report go; tmp/analysis/<stamp> if not given.")
    private Optional<Path> output = Optional.empty();

    @Option(
            names = "--sql",
            paramLabel = "QUERY",
            description =
                    "Print the answer to a query over the tables, in DuckDB's SQL, instead of the summary.")
    private Optional<String> sql = Optional.empty();

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "Rows to show of each table (${DEFAULT-VALUE}).")
    private int top = AnalyzeRequest.DEFAULT_TOP;

    @Option(
            names = "--classify-margin",
            paramLabel = "POINTS",
            description =
                    "Kernels of ncu: how far apart compute and memory must be to name one (${DEFAULT-VALUE}).")
    private double classifyMargin = NcuClasses.DEFAULT_MARGIN_POINTS;

    @Option(
            names = "--kernel-desc",
            paramLabel = "YAML",
            description =
                    "Kernels of ncu: what to call them; a list of raw_name, friendly_name and data_shape.tiled.")
    private Optional<Path> kernelDescriptions = Optional.empty();

    @Mixin private ModelAskedOptions model = new ModelAskedOptions();

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
        return run.run(request());
    }

    AnalyzeRequest request() {
        return new AnalyzeRequest(
                paths, json, output, sql, top, classifyMargin, kernelDescriptions, model.asked());
    }
}
