package dev.llmprof.cli;

import dev.llmprof.analysis.kernel.TopKernels;
import dev.llmprof.analysis.nsys.NsysSummaries;
import dev.llmprof.analysis.nsys.NsysSummary;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.run.KernelList;
import dev.llmprof.trace.FileHead;
import dev.llmprof.trace.nsys.NsysKernelSummary;
import dev.llmprof.trace.nsys.NsysSqlite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Makes the kernel list for `llmprof kernels` from an nsys summary or export.
@Command(
        name = "top-kernels",
        header = "List the heaviest kernels of an nsys summary or export, for llmprof kernels.",
        description = {
            "Reads the CSV of nsys stats --report cuda_gpu_kern_sum (or gpukernsum), or what",
            "nsys export --type sqlite wrote, and writes a YAML list: each kernel's name, a",
            "regular expression that matches it alone, its share.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  llmprof top-kernels nsys/summary_cuda_gpu_kern_sum.csv --topk 10 -o top.yaml",
            "  llmprof top-kernels run.sqlite --topk 10 -o top.yaml",
            ""
        })
public final class TopKernelsCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The summary (CSV) or the export (.sqlite).")
    private Path file = Path.of("");

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
        if (!Files.isRegularFile(file)) {
            throw new Problem("no such file", file.toString(), "llmprof top-kernels FILE").found();
        }
        if (output != null && Files.exists(output) && Files.isSameFile(file, output)) {
            throw new Problem(
                            "the list would take the place of the file that it is made of",
                            "-o " + output,
                            "name another file: -o FILE")
                    .found();
        }
        NsysKernelSummary summary = summary();
        summary.problems().forEach(console::warn);
        List<TopKernels.Kernel> kernels = TopKernels.of(summary, order, limit);
        if (kernels.isEmpty()) {
            throw new Problem("no kernel is in it", file.toString(), "").found();
        }
        if (most != null && kernels.size() < limit) {
            console.say("only " + kernels.size() + " kernels of " + limit + " are there");
        }
        String column =
                order == TopKernels.Order.TIME_NS ? summary.timeTitle() : summary.percentTitle();
        write(KernelList.yaml(kernels, file.getFileName().toString(), sortBy, column));
        return ExitCode.OK;
    }

    private NsysKernelSummary summary() throws IOException {
        return switch (FileHead.of(file).kind()) {
            case NSYS_SQLITE -> counted(NsysSummaries.kernels(NsysSqlite.readGpu(file)));
            case NSYS_REPORT ->
                    throw new Problem(
                                    "only nsys reads its report",
                                    file.toString(),
                                    "nsys export --type sqlite --output run.sqlite "
                                            + file
                                            + ", then llmprof top-kernels run.sqlite")
                            .found();
            default -> NsysKernelSummary.read(file);
        };
    }

    private static NsysKernelSummary counted(NsysSummary kernels) {
        return new NsysKernelSummary(
                kernels.rows().stream()
                        .map(row ->
                                new NsysKernelSummary.Row(
                                        row.name(),
                                        row.time().totalNanos(),
                                        row.share() * 100,
                                        row.time().count()))
                        .toList(),
                "Name",
                "Total Time (ns)",
                "Time (%)",
                List.of());
    }

    private void write(String yaml) {
        if (output == null) {
            console.out().print(yaml);
            return;
        }
        Path list = output.toAbsolutePath();
        Path folder = list.getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(list)) {
            throw new Problem(
                            "no file can be written there",
                            output.toString(),
                            "-o FILE in a directory that is there")
                    .found();
        }
        AtomicFile.write(list, yaml);
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
