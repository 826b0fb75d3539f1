package dev.llmprof.cli;

import dev.llmprof.analysis.cost.Reachable;
import dev.llmprof.analysis.cost.StaticAnalyses;
import dev.llmprof.analysis.cost.StaticAnalysis;
import dev.llmprof.analysis.cost.SweepPoint;
import dev.llmprof.analysis.cost.Sweeps;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.model.ModelFiles;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.model.shape.ParallelFit;
import dev.llmprof.model.shape.Request;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.format.Html;
import dev.llmprof.report.format.Terminal;
import dev.llmprof.report.paper.StaticComputeJson;
import dev.llmprof.report.paper.StaticComputePage;
import dev.llmprof.report.paper.StaticComputeSection;
import dev.llmprof.report.paper.SweepSection;
import dev.llmprof.report.table.StaticTables;
import dev.llmprof.run.settings.StaticPoint;
import dev.llmprof.secret.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// What a model costs, from its description alone.
@Command(
        name = "model",
        header = "Predict what a model costs: parameters, memory, FLOPs, roofline.",
        description = {
            "Reads a Hugging Face config.json, a folder that has one, or a preset, and counts what"
                    + " a request costs, without running anything. Where weights lie beside it,"
                    + " their headers give the parameters and bytes.",
            "Flags that take RANGE make a table: 8, or 1,8,64, or 1..256 (doubling), or"
                    + " 512..4096+512 (by steps)."
        },
        footer = {
            "",
            "Examples:",
            "  llmprof model Qwen3-8B/config.json",
            "  llmprof model llama-3.1-8b --gpu h100-sxm5-80gb --batch 1..256 --prompt 2048",
            "  llmprof model deepseek-ocr --gpu rtx-5090 --images 1 --image-mode base",
            "  llmprof model qwen3-8b --slo ttft=500ms,tpot=50ms --price 2.5",
            "  llmprof model deepseek-v3 --gpu all --tp 8 --csv",
            "  llmprof model qwen3-8b -m request.batch=1,8,64 'gpu=glob(rtx*)'"
        })
public final class ModelCommand implements Callable<Integer> {

    private final Console console;
    private final NamedGpus gpus;
    private final ComposedPoints composed;

    /// Finds the GPUs that a word of the user's names, also in a configuration directory of theirs.
    @FunctionalInterface
    public interface NamedGpus {
        List<Gpu> of(String words, Optional<Path> configDirectory);
    }

    /// Makes points of overrides, of every combination of them when told.
    @FunctionalInterface
    public interface ComposedPoints {
        List<StaticPoint> of(
                List<String> overrides, boolean multirun, Optional<Path> configDirectory);
    }

    @Parameters(
            index = "0",
            paramLabel = "MODEL",
            description = {
                "config.json, a folder with one, a GGUF file, a preset such as llama-3.1-8b,",
                "or the hub's name of a model that Hugging Face's tools have downloaded."
            })
    private String model = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "override",
            description = "request.batch=8 or gpu=l4, as in the configuration.")
    private List<String> overrides = new ArrayList<>();

    @Option(
            names = {"-m", "--multirun"},
            description = "Sweep: a row for each combination of the overrides' values.")
    private boolean multirun;

    @Mixin private ModelOptions options = new ModelOptions();

    @Mixin private SizingOptions sizing = new SizingOptions();

    @Option(
            names = "--gpu",
            paramLabel = "NAME,…",
            description = {
                "GPUs to predict for: h100-sxm5-80gb, all, host for this CPU,",
                "or a YAML file as conf/gpu has them."
            })
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

    @Option(names = "--html", paramLabel = "FILE", description = "Also write a page with charts.")
    private Optional<Path> html = Optional.empty();

    @Option(
            names = {"--config-dir", "-cd"},
            paramLabel = "DIR",
            description = "Look for GPUs here too: DIR/gpu/NAME.yaml.")
    private Optional<Path> configDirectory = Optional.empty();

    public ModelCommand(Console console, NamedGpus gpus, ComposedPoints composed) {
        this.console = console;
        this.gpus = gpus;
        this.composed = composed;
    }

    @Override
    public Integer call() {
        if (json && csv) {
            throw new Problem("--json and --csv exclude each other", "the command line", "one of")
                    .found();
        }
        Model read = ModelFiles.open(model);
        if (sizing.asked()) {
            requireFlagsOnly();
            ModelSizing sized =
                    ModelSizing.of(read, options, sizing, named(gpu.isEmpty() ? "all" : gpu));
            write(sized.page());
            sized.print(console, json, csv);
            return ExitCode.OK;
        }
        sizing.requireSlo();
        Counting counting = single(read);
        List<StaticPoint> points = points();
        if (points.size() == 1) {
            StaticPoint only = points.getFirst();
            show(StaticAnalyses.of(read, only.request(), counting, only.gpu(), reachable()));
        } else {
            show(sweep(read, points, counting), read, counting);
        }
        return ExitCode.OK;
    }

    private List<Gpu> named(String words) {
        return gpus.of(words, configDirectory);
    }

    private Reachable reachable() {
        return new Reachable(options.reachable(), sizing.memoryShare());
    }

    /// One split of the model, that its heads and layers allow.
    private Counting single(Model read) {
        List<Parallel> parallels = options.parallels();
        if (parallels.size() > 1) {
            throw new Problem(
                            "--tp takes several values only with --slo",
                            "the command line",
                            "--tp " + parallels.getFirst().tensor() + ", or add --slo tpot=50ms")
                    .found();
        }
        ParallelFit.refusal(read.decoder(), parallels.getFirst())
                .ifPresent(reason -> {
                    String fix = ParallelFit.fix(read.decoder(), parallels.getFirst());
                    throw new Problem(reason, "--tp, --pp, --ep", fix).found();
                });
        return options.counting(read.precision());
    }

    private void requireFlagsOnly() {
        if (!overrides.isEmpty()) {
            throw new Problem(
                            "--slo takes no overrides",
                            overrides.getFirst(),
                            "say it by flags: --prompt, --new-tokens, --gpu, --tp")
                    .found();
        }
    }

    /// From the flags, or from the configuration when overrides were given.
    private List<StaticPoint> points() {
        if (!overrides.isEmpty()) {
            checkAlone();
            return composed.of(overrides, multirun, configDirectory);
        }
        List<Gpu> named = gpu.isEmpty() ? List.of() : named(gpu);
        List<StaticPoint> points = new ArrayList<>();
        for (Request request : options.requests()) {
            if (named.isEmpty()) {
                points.add(new StaticPoint(request, Optional.empty()));
            }
            named.forEach(device -> points.add(new StaticPoint(request, Optional.of(device))));
        }
        return points;
    }

    /// Overrides say the whole request, so a flag beside them would go unheard.
    private void checkAlone() {
        List<String> flags = new ArrayList<>(options.requestFlags());
        if (!gpu.isEmpty()) {
            flags.add("--gpu");
        }
        if (!flags.isEmpty()) {
            throw new Problem(
                            String.join(", ", flags) + " and overrides exclude each other",
                            overrides.getFirst(),
                            "say it as an override too: request.batch, request.prompt,"
                                    + " request.new_tokens, request.images, gpu")
                    .found();
        }
    }

    private List<SweepPoint> sweep(Model read, List<StaticPoint> points, Counting counting) {
        Map<Request, List<Gpu>> devices = new LinkedHashMap<>();
        points.forEach(point ->
                devices.computeIfAbsent(point.request(), _ -> new ArrayList<>())
                        .addAll(point.gpu().stream().toList()));
        return devices.entrySet().parallelStream()
                .flatMap(entry ->
                        Sweeps.of(
                                read,
                                List.of(entry.getKey()),
                                counting,
                                entry.getValue(),
                                reachable())
                                .stream())
                .toList();
    }

    private void write(Document document) {
        html.ifPresent(file -> {
            try {
                Files.writeString(file, Secrets.hide(Html.page(document)));
                console.say("page  " + file);
            } catch (IOException e) {
                throw new Problem("it cannot be written: " + e.getMessage(), "" + file, "").found();
            }
        });
    }

    private void show(StaticAnalysis analysis) {
        write(StaticComputePage.of(analysis));
        if (json) {
            console.out().print(StaticComputeJson.of(analysis));
        } else if (csv) {
            console.out().print(StaticTables.operators(analysis).csv());
            analysis.notes().forEach(console::say);
        } else {
            List<Block> blocks = StaticComputeSection.blocks(analysis, top);
            console.out().println(Terminal.text(blocks, console.columns()));
        }
    }

    private void show(List<SweepPoint> points, Model read, Counting counting) {
        write(StaticComputePage.of(points, read, counting));
        if (json) {
            console.out().print(SweepSection.json(points, read, counting));
        } else if (csv) {
            console.out().print(StaticTables.sweep(points).csv());
            SweepSection.notes(points, read).forEach(console::say);
        } else {
            console.out()
                    .println(
                            Terminal.text(
                                    SweepSection.blocks(points, read, counting),
                                    console.columns()));
        }
    }
}
