package dev.llmprof.cli;

import dev.llmprof.analysis.kernel.TopKernels;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.run.KernelList;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Makes the kernel list for `llmprof kernels` from an nsys summary.
@Command(
        name = "top-kernels",
        header = "List the heaviest kernels of an nsys summary, for llmprof kernels.",
        description = {
            "Reads the CSV of nsys stats --report cuda_gpu_kern_sum (or gpukernsum) and",
            "writes a YAML list: each kernel's name, a regular expression that matches it",
            "alone, its share.",
            ""
        },
        footer = {
            "",
            "Example:",
            "  llmprof top-kernels nsys/summary_cuda_gpu_kern_sum.csv --topk 10 -o top.yaml",
            ""
        })
public final class TopKernelsCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "CSV", description = "The summary.")
    private Path csv = Path.of("");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where to write; else to stdout.")
    private @Nullable Path output;

    @Option(names = "--topk", paramLabel = "N", description = "How many; else all.")
    private @Nullable Integer most;

    @Option(
            names = "--sort-by",
            paramLabel = "KEY",
            defaultValue = "time_pct",
            description = "time_pct or time_ns (${DEFAULT-VALUE}).")
    private String sortBy = "time_pct";

    public TopKernelsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        TopKernels.Order order = order();
        int limit = most == null ? Integer.MAX_VALUE : most;
        if (limit < 1) {
            throw new Problem("--topk is " + limit, "the command line", "--topk 10").found();
        }
        if (!Files.isRegularFile(csv)) {
            throw new Problem("no such file", csv.toString(), "llmprof top-kernels CSV").found();
        }
        NsysKernelSummary summary = NsysKernelSummary.read(csv);
        summary.problems().forEach(console::warn);
        List<TopKernels.Kernel> kernels = TopKernels.of(summary, order, limit);
        if (kernels.isEmpty()) {
            throw new Problem("the summary has no kernel", csv.toString(), "").found();
        }
        if (most != null && kernels.size() < limit) {
            console.say("only " + kernels.size() + " kernels of " + limit + " are there");
        }
        String column =
                order == TopKernels.Order.TIME_NS ? summary.timeTitle() : summary.percentTitle();
        write(KernelList.yaml(kernels, csv.getFileName().toString(), sortBy, column));
        return ExitCode.OK;
    }

    private void write(String yaml) {
        if (output == null) {
            console.out().print(yaml);
            return;
        }
        Path file = output.toAbsolutePath();
        Path folder = file.getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
            throw new Problem(
                            "no file can be written there",
                            output.toString(),
                            "-o FILE in a directory that is there")
                    .found();
        }
        AtomicFile.write(file, yaml);
        console.say("written to " + output);
    }

    private TopKernels.Order order() {
        return switch (sortBy) {
            case "time_pct" -> TopKernels.Order.TIME_PCT;
            case "time_ns" -> TopKernels.Order.TIME_NS;
            default ->
                    throw new Problem(
                                    "--sort-by is '" + sortBy + "'",
                                    "the command line",
                                    "--sort-by time_pct   or   --sort-by time_ns")
                            .found();
        };
    }
}
