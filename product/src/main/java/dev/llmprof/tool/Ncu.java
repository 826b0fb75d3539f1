package dev.llmprof.tool;

import dev.llmprof.process.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Command lines of Nsight Compute.
public final class Ncu {
    public static final String PROGRAM = "ncu";

    /// What a planned launch is asked for: where its time goes, and how far it is from its peaks.
    public static final List<String> PLANNED_SECTIONS =
            List.of(
                    "SpeedOfLight",
                    "MemoryWorkloadAnalysis",
                    "ComputeWorkloadAnalysis",
                    "Occupancy",
                    "LaunchStats");

    private Ncu() {}

    /// Which kernels to look at, by name: exact, or `regex:…`.
    public record KernelName(String base, String expression) {}

    /// What to collect. Each part may be empty and then has no flag.
    public record Settings(
            Optional<String> targetProcesses,
            Optional<String> replayMode,
            Optional<String> set,
            List<String> metrics,
            List<String> sections,
            List<String> nvtxIncludes,
            Optional<KernelName> kernelName,
            OptionalInt launchSkip,
            OptionalInt launchCount,
            boolean forceOverwrite) {

        public Settings {
            metrics = List.copyOf(metrics);
            sections = List.copyOf(sections);
            nvtxIncludes = List.copyOf(nvtxIncludes);
        }

        public Settings collecting(
                Optional<String> otherSet, List<String> otherMetrics, List<String> otherSections) {
            return new Settings(
                    targetProcesses,
                    replayMode,
                    otherSet,
                    otherMetrics,
                    otherSections,
                    nvtxIncludes,
                    kernelName,
                    launchSkip,
                    launchCount,
                    forceOverwrite);
        }

        public Settings of(Optional<KernelName> otherName, OptionalInt otherSkip) {
            return new Settings(
                    targetProcesses,
                    replayMode,
                    set,
                    metrics,
                    sections,
                    nvtxIncludes,
                    otherName,
                    otherSkip,
                    launchCount,
                    forceOverwrite);
        }

        /// The same without anything that narrows what is profiled; how it is replayed stays.
        public Settings withoutFilters() {
            return new Settings(
                    targetProcesses,
                    replayMode,
                    set,
                    List.of(),
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    OptionalInt.empty(),
                    launchCount,
                    forceOverwrite);
        }

        public boolean filtered() {
            return !nvtxIncludes.isEmpty() || kernelName.isPresent() || launchSkip.isPresent();
        }
    }

    /// `output` is the report's path without its ending.
    public static Command profile(Settings settings, Path log, Path output, Command workload) {
        var argv = new ArrayList<String>();
        argv.add(PROGRAM);
        settings.targetProcesses().ifPresent(value -> flag(argv, "--target-processes", value));
        settings.replayMode().ifPresent(value -> flag(argv, "--replay-mode", value));
        settings.set().ifPresent(value -> flag(argv, "--set", value));
        if (!settings.metrics().isEmpty()) {
            flag(argv, "--metrics", String.join(",", settings.metrics()));
        }
        settings.sections().forEach(value -> flag(argv, "--section", value));
        if (!settings.nvtxIncludes().isEmpty()) {
            argv.add("--nvtx");
        }
        settings.nvtxIncludes()
                .forEach(value -> flag(argv, NvtxInclude.FLAG, NvtxInclude.pushPop(value)));
        settings.kernelName().ifPresent(name -> addName(argv, name));
        settings.launchSkip().ifPresent(n -> flag(argv, "--launch-skip", "" + n));
        settings.launchCount().ifPresent(n -> flag(argv, "--launch-count", "" + n));
        // ncu speaks on stdout, between the program's own lines, unless it is given a file.
        flag(argv, "--log-file", log.toString());
        if (settings.forceOverwrite()) {
            argv.add("--force-overwrite");
        }
        flag(argv, "-o", OutputName.of(output));
        return workload.under(argv);
    }

    /// Profiles one launch of each function: that of the given number, from 1, in any context or
    /// stream.
    public static Command launch(
            List<String> functions, int number, List<String> sections, Command program) {
        List<String> argv = launch(functions, number, sections);
        flag(argv, "-o", "plan-" + number);
        return program.under(argv);
    }

    /// The same, with its log and its report in a directory.
    public static Command planned(
            List<String> functions,
            int number,
            List<String> sections,
            Path directory,
            Command program) {
        List<String> argv = launch(functions, number, sections);
        flag(argv, "--log-file", directory.resolve("tool-" + number + ".log").toString());
        argv.add("--force-overwrite");
        flag(argv, "-o", OutputName.of(directory.resolve("plan-" + number)));
        return program.under(argv);
    }

    private static List<String> launch(List<String> functions, int number, List<String> sections) {
        List<String> argv = new ArrayList<>();
        argv.add(PROGRAM);
        flag(argv, "--target-processes", "all");
        sections.forEach(value -> flag(argv, "--section", value));
        flag(argv, "--kernel-name-base", "function");
        String names = String.join("|", functions.stream().map(KernelRegex::escape).toList());
        flag(argv, "--kernel-id", "::regex:^(" + names + ")$:" + number);
        flag(argv, "--launch-count", "" + functions.size());
        return argv;
    }

    /// One row for each kernel, every metric a column, in base units.
    public static Command rawPage(Path report) {
        return Command.of(
                PROGRAM,
                "--import",
                report.toString(),
                "--csv",
                "--page",
                "raw",
                "--print-units",
                "base");
    }

    public static Command detailsPage(Path report) {
        return Command.of(PROGRAM, "--import", report.toString(), "--csv", "--page", "details");
    }

    /// One section as CSV. Charts come out empty unless all their details are asked for, which
    /// older versions spell differently.
    public static Command sectionPage(Path report, String section, boolean knowsPrintDetails) {
        var argv = new ArrayList<>(List.of(PROGRAM, "--csv", "--section", section));
        if (section.endsWith("Chart")) {
            argv.addAll(
                    knowsPrintDetails
                            ? List.of("--print-details", "all")
                            : List.of("--details-all"));
        }
        flag(argv, "--import", report.toString());
        return Command.of(argv);
    }

    public static Command sectionsText(Path report, List<String> sections) {
        var argv = new ArrayList<>(List.of(PROGRAM, "--import", report.toString()));
        flag(argv, "--page", "details");
        sections.forEach(section -> flag(argv, "--section", section));
        return Command.of(argv);
    }

    public static Command version() {
        return Command.of(PROGRAM, "--version");
    }

    public static Command listSections() {
        return Command.of(PROGRAM, "--list-sections");
    }

    /// What the sections ask for; needs no GPU.
    public static Command listMetrics() {
        return Command.of(PROGRAM, "--list-metrics", "--section", "regex:.*");
    }

    public static Command help() {
        return Command.of(PROGRAM, "--help");
    }

    public static Command listSets() {
        return Command.of(PROGRAM, "--list-sets");
    }

    public static Command listChips() {
        return Command.of(PROGRAM, "--list-chips");
    }

    /// Needs no GPU when the chips are named.
    public static Command queryMetrics(List<String> chips) {
        return Command.of(PROGRAM, "--query-metrics", "--chips", String.join(",", chips), "--csv");
    }

    private static void addName(List<String> argv, KernelName name) {
        flag(argv, "--kernel-name-base", name.base());
        flag(argv, "--kernel-name", name.expression());
    }

    private static void flag(List<String> argv, String flag, String value) {
        argv.add(flag);
        argv.add(value);
    }
}
