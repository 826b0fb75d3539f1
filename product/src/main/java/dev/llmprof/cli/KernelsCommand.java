package dev.llmprof.cli;

import dev.llmprof.problem.Problem;
import dev.llmprof.run.KernelList;
import dev.llmprof.run.KernelsRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Profiles chosen kernels with Nsight Compute, one by one.
@Command(
        name = "kernels",
        header = "Profile chosen kernels with Nsight Compute, one run for each.",
        description = {
            "Runs the program once for each kernel of the list (or for the one regular",
            "expression), skips its first launches, profiles the next, and writes a report",
            "and CSVs into kernel_RANK_MD5 below the output directory. A kernel that has",
            "fewer launches than are to be skipped is tried once more without skipping.",
            "",
            "Exit code: 0, 1 when a kernel could not be profiled, 2 for a mistake in the",
            "arguments.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  llmprof kernels --kernel-config top.yaml --topk 5 -- python infer.py",
            "  llmprof kernels --kernel-regex 'gemm.*' --num-kernel-call-skip 10 -- ./bench",
            ""
        })
public final class KernelsCommand implements Callable<Integer>, Wraps {
    private static final int SKIP = 200;
    private static final List<String> SECTIONS =
            List.of("SpeedOfLight", "MemoryWorkloadAnalysis", "Occupancy", "SchedulerStats");

    private final ToIntFunction<KernelsRequest> kernels;

    @Option(
            names = "--kernel-config",
            paramLabel = "YAML",
            description = "A list of kernels, as llmprof top-kernels writes it.")
    private @Nullable Path config;

    @Option(
            names = "--kernel-regex",
            paramLabel = "REGEX",
            description = "One regular expression on demangled names.")
    private @Nullable String regex;

    @Option(
            names = "--output-dir",
            paramLabel = "DIR",
            description = "Where to write (tmp/ncu-profile/<time>).")
    private @Nullable Path output;

    @Option(names = "--topk", paramLabel = "K", description = "Only the first K of the list.")
    private @Nullable Integer most;

    @Option(
            names = "--extra-sections",
            paramLabel = "SECTION",
            arity = "1..*",
            description = "Sections beside the usual four.")
    private List<String> extraSections = new ArrayList<>();

    @Option(
            names = "--num-kernel-call-skip",
            paramLabel = "N",
            description = "Launches to skip first (200).")
    private int skip = SKIP;

    @Option(
            names = "--num-kernel-call-profile",
            paramLabel = "M",
            description = "Launches to profile (1).")
    private int profile = 1;

    @Option(names = "--force-overwrite", description = "Replace reports that are there.")
    private boolean forceOverwrite;

    @Option(names = "--dry-run", description = "Print the command lines; start nothing.")
    private boolean dryRun;

    private List<String> program = List.of();

    public KernelsCommand(ToIntFunction<KernelsRequest> kernels) {
        this.kernels = kernels;
    }

    @Override
    public void wrap(List<String> argv) {
        program = List.copyOf(argv);
    }

    @Override
    public Integer call() {
        check();
        var sections = new ArrayList<>(SECTIONS);
        extraSections.stream().filter(each -> !sections.contains(each)).forEach(sections::add);
        return kernels.applyAsInt(
                new KernelsRequest(
                        entries(),
                        Optional.ofNullable(config),
                        Optional.ofNullable(output),
                        Optional.ofNullable(most),
                        sections,
                        skip,
                        profile,
                        forceOverwrite,
                        dryRun,
                        program));
    }

    private List<KernelList.Entry> entries() {
        if (config == null) {
            String expression = regex == null ? "" : regex;
            return List.of(new KernelList.Entry(expression, expression, OptionalLong.empty()));
        }
        List<KernelList.Entry> all = KernelList.read(config);
        return most == null ? all : all.subList(0, Math.min(most, all.size()));
    }

    private void check() {
        var problems = new ArrayList<Problem>();
        if ((config == null) == (regex == null)) {
            problems.add(wrong("exactly one of --kernel-config and --kernel-regex is needed", ""));
        }
        if (config != null && !Files.isRegularFile(config)) {
            problems.add(
                    new Problem(
                            "the kernel list is not there",
                            config.toString(),
                            "llmprof top-kernels SUMMARY.csv -o " + config));
        }
        if (most != null && (most < 1 || config == null)) {
            problems.add(wrong("--topk is a positive number, and only for --kernel-config", ""));
        }
        if (skip < 0 || profile < 1) {
            problems.add(
                    wrong(
                            "launches to skip are 0 or more, launches to profile 1 or more",
                            "--num-kernel-call-skip 0 --num-kernel-call-profile 1"));
        }
        if (program.isEmpty()) {
            problems.add(
                    wrong("there is no program to run", "llmprof kernels … -- program argument…"));
        }
        if (!problems.isEmpty()) {
            throw new Problem.Found(problems);
        }
    }

    private static Problem wrong(String what, String fix) {
        return new Problem(what, "the command line", fix);
    }
}
