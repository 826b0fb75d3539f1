package dev.llmprof.cli;

import dev.llmprof.analysis.StaticAnalyses;
import dev.llmprof.analysis.StaticAnalysis;
import dev.llmprof.analysis.SweepPoint;
import dev.llmprof.analysis.Sweeps;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.model.Counting;
import dev.llmprof.model.Model;
import dev.llmprof.model.ModelFiles;
import dev.llmprof.model.Request;
import dev.llmprof.report.Csv;
import dev.llmprof.report.StaticComputeJson;
import dev.llmprof.report.StaticComputeSection;
import dev.llmprof.report.SweepSection;
import dev.llmprof.report.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// What a model costs, from its description alone.
@Command(
        name = "model",
        header = "What a model costs on paper: parameters, memory, FLOPs, roofline.",
        description = {
            "Reads a Hugging Face config.json, a folder that has one, or a preset, and counts what"
                    + " a request costs, without running anything.",
            "Flags that take RANGE make a table: 8, or 1,8,64, or 1..256 (doubling), or"
                    + " 512..4096+512 (by steps)."
        },
        footer = {
            "",
            "Examples:",
            "  llmprof model Qwen3-8B/config.json",
            "  llmprof model llama-3.1-8b --gpu h100-sxm5-80gb --batch 1..256 --prompt 2048",
            "  llmprof model deepseek-ocr --gpu rtx-5090 --images 1 --image-mode base",
            "  llmprof model deepseek-v3 --gpu all --tp 8 --csv"
        })
public final class ModelCommand implements Callable<Integer> {
    private static final int WIDTH = 120;

    private final Console console;
    private final Function<String, List<Gpu>> gpus;

    @Parameters(paramLabel = "MODEL", description = "config.json, a folder with one, or a preset.")
    private String model = "";

    @Mixin private ModelOptions options = new ModelOptions();

    @Option(
            names = "--gpu",
            paramLabel = "NAME,…",
            description = "GPUs to hold it against: h100-sxm5-80gb, all, or host for this CPU.")
    private String gpu = "";

    @Option(names = "--json", description = "Everything as JSON.")
    private boolean json;

    @Option(names = "--csv", description = "The operators, or the table of a sweep, as CSV.")
    private boolean csv;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "Operators to show for each phase (default: ${DEFAULT-VALUE}).")
    private int top = 8;

    /// `gpus` finds the GPUs that a word of the user's names.
    public ModelCommand(Console console, Function<String, List<Gpu>> gpus) {
        this.console = console;
        this.gpus = gpus;
    }

    @Override
    public Integer call() {
        Model read = ModelFiles.open(model);
        List<Gpu> named = gpu.isEmpty() ? List.of() : gpus.apply(gpu);
        List<Request> requests = options.requests();
        Counting counting = options.counting(read.precision());
        if (requests.size() == 1 && named.size() <= 1) {
            show(
                    StaticAnalyses.of(
                            read,
                            requests.getFirst(),
                            counting,
                            named.stream().findFirst(),
                            options.reachable()));
        } else {
            show(Sweeps.of(read, requests, counting, named, options.reachable()), read, counting);
        }
        return ExitCode.OK;
    }

    private void show(StaticAnalysis analysis) {
        if (json) {
            console.out().print(StaticComputeJson.of(analysis));
        } else if (csv) {
            console.out()
                    .print(Csv.text(StaticComputeSection.operators(analysis, Integer.MAX_VALUE)));
        } else {
            console.out().println(Terminal.text(StaticComputeSection.blocks(analysis, top), WIDTH));
        }
    }

    private void show(List<SweepPoint> points, Model read, Counting counting) {
        if (json) {
            console.out().print(SweepSection.json(points, read, counting));
        } else if (csv) {
            console.out().print(Csv.text(SweepSection.grid(points)));
        } else {
            console.out()
                    .println(Terminal.text(SweepSection.blocks(points, read, counting), WIDTH));
        }
    }
}
