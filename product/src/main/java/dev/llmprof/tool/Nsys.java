package dev.llmprof.tool;

import dev.llmprof.process.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Command lines of Nsight Systems.
public final class Nsys {
    public static final String PROGRAM = "nsys";

    private Nsys() {}

    /// When nsys records.
    public sealed interface Capture {
        record WholeRun() implements Capture {}

        /// Only while this range is open: `name`, `name@domain` or `name@*`.
        record Nvtx(String range) implements Capture {}

        record CudaProfilerApi() implements Capture {}

        record Hotkey() implements Capture {}
    }

    /// Whose NVTX ranges are recorded. nsys takes one list or the other.
    public sealed interface Domains {
        record All() implements Domains {}

        record Include(String names) implements Domains {}

        record Exclude(String names) implements Domains {}
    }

    /// What to record. `captureEnd` matters only with a capture range; `cudaGraphTrace` is empty
    /// where this nsys does not know the flag.
    public record Settings(
            String trace,
            String sample,
            String cpuContextSwitches,
            Optional<String> cudaGraphTrace,
            Capture capture,
            Optional<String> captureEnd,
            Domains domains) {

        public Settings capturing(Capture other) {
            return new Settings(
                    trace, sample, cpuContextSwitches, cudaGraphTrace, other, captureEnd, domains);
        }

        public Settings withoutCudaGraphTrace() {
            return new Settings(
                    trace,
                    sample,
                    cpuContextSwitches,
                    Optional.empty(),
                    capture,
                    captureEnd,
                    domains);
        }
    }

    /// `output` is the report's path without its ending.
    public static Command profile(Settings settings, Path output, Command workload) {
        return profile(settings, output, "", workload);
    }

    /// `pattern` stands behind the name; nsys replaces `%q{NAME}` in it by a variable.
    public static Command profile(
            Settings settings, Path output, String pattern, Command workload) {
        var argv = new ArrayList<String>();
        argv.add(PROGRAM);
        argv.add("profile");
        argv.add("--trace=" + settings.trace());
        // Said even when it is `none`: with nsys's own default for sampling it hangs at random.
        argv.add("--sample=" + settings.sample());
        argv.add("--cpuctxsw=" + settings.cpuContextSwitches());
        settings.cudaGraphTrace().ifPresent(value -> argv.add("--cuda-graph-trace=" + value));
        argv.addAll(captureFlags(settings));
        switch (settings.domains()) {
            case Domains.All() -> {}
            case Domains.Include(String names) -> argv.add("--nvtx-domain-include=" + names);
            case Domains.Exclude(String names) -> argv.add("--nvtx-domain-exclude=" + names);
        }
        argv.add("--force-overwrite=true");
        argv.addAll(session(output, workload));
        argv.add("-o");
        argv.add(OutputName.of(output) + pattern);
        return workload.under(argv);
    }

    /// nsys names its session after the program and does not find it again when there is a blank in
    /// the name.
    private static List<String> session(Path output, Command workload) {
        String program = workload.argv().getFirst();
        String name = program.substring(program.lastIndexOf('/') + 1);
        return name.chars().anyMatch(Character::isWhitespace)
                ? List.of("--session-new=llmprof-" + Integer.toHexString(output.hashCode()))
                : List.of();
    }

    public static Command export(Path report, Path sqlite) {
        return Command.of(
                PROGRAM,
                "export",
                "--type",
                "sqlite",
                "--force-overwrite",
                "true",
                "--output",
                sqlite.toString(),
                report.toString());
    }

    /// nsys appends `_<report name>.csv` to the output's path.
    public static Command stats(String reportName, Path output, Path report) {
        return standing(
                output.toAbsolutePath().resolveSibling(""),
                PROGRAM,
                "stats",
                "--report",
                reportName,
                "--format",
                "csv",
                "--force-overwrite",
                "true",
                "-o",
                output.toString(),
                report.toString());
    }

    /// `nsys stats` imports every Python file of the directory it stands in, the user's own program
    /// too, looking for reports: it must stand where there are none.
    private static Command standing(Path directory, String... argv) {
        return new Command(List.of(argv), Map.of(), Optional.of(directory));
    }

    /// Makes a report of the raw stream that nsys leaves where it does not find its own importer.
    public static Command importStream(Path importer, Path stream, Path report) {
        return Command.of(
                importer.toString(), "-i", stream.toString(), "-o", report.toString(), "-f");
    }

    public static Command version() {
        return Command.of(PROGRAM, "--version");
    }

    public static Command profileHelp() {
        return Command.of(PROGRAM, "profile", "--help");
    }

    public static Command statsHelp() {
        return standing(Path.of("/"), PROGRAM, "stats", "--help-reports");
    }

    private static List<String> captureFlags(Settings settings) {
        var flags = new ArrayList<String>();
        List<String> gate =
                switch (settings.capture()) {
                    case Capture.WholeRun() -> List.of();
                    case Capture.CudaProfilerApi() -> List.of("--capture-range=cudaProfilerApi");
                    case Capture.Hotkey() -> List.of("--capture-range=hotkey");
                    case Capture.Nvtx(_) -> List.of("--capture-range=nvtx");
                };
        flags.addAll(gate);
        if (!gate.isEmpty()) {
            settings.captureEnd().ifPresent(end -> flags.add("--capture-range-end=" + end));
        }
        if (settings.capture() instanceof Capture.Nvtx(String range)) {
            // Python registers no NVTX strings, and nsys ignores unregistered ones unless told.
            flags.add("--env-var=NSYS_NVTX_PROFILER_REGISTER_ONLY=0");
            flags.add("--nvtx-capture=" + range);
        }
        return flags;
    }
}
