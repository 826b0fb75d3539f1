package dev.llmprof.host.check;

import dev.llmprof.host.Machine;
import dev.llmprof.host.Machine.Answer;
import dev.llmprof.host.NsysImporter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Looks at a machine, one finding a thing.
public final class Examination {
    private static final Pattern VERSION = Pattern.compile("\\d+(?:\\.\\d+)+\\S*");
    private static final Path PARANOID = Path.of("/proc/sys/kernel/perf_event_paranoid");
    private static final long ENOUGH_BYTES = 2_000_000_000L;

    private Examination() {}

    /// `ofStages` are the checks that stages ask for, in their order.
    public static List<Finding> of(Machine machine, String javaVersion, List<HostCheck> ofStages) {
        Stream<HostCheck> java = Stream.of(_ -> Finding.ok("java", javaVersion));
        Stream<HostCheck> ofMachine =
                Stream.of(
                        GpuExamination::gpu,
                        GpuExamination::engine,
                        GpuExamination::counters,
                        GpuExamination::torch,
                        ClusterExamination::slurm,
                        Examination::browser,
                        Examination::disk);
        return Stream.of(java, ofStages.stream(), ofMachine)
                .flatMap(checks -> checks)
                .map(check -> check.of(machine))
                .toList();
    }

    public static Finding nsys(Machine machine) {
        return tool(
                machine,
                "nsys",
                "no timelines of CUDA calls, kernels and NVTX ranges",
                "install Nsight Systems (Debian non-free: nsight-systems) and put nsys on the"
                        + " PATH");
    }

    public static Finding ncu(Machine machine) {
        return tool(
                machine,
                "ncu",
                "no hardware counters per kernel; .ncu-rep files can still be analysed",
                "install Nsight Compute (Debian non-free: nsight-compute) and put ncu on the PATH");
    }

    /// A program with its version; `costs` says what is lost without it.
    public static Finding tool(Machine machine, String name, String costs, String fix) {
        Optional<Path> program = machine.program(name);
        if (program.isEmpty()) {
            return Finding.missing(name, costs, fix);
        }
        Answer answer = machine.ask(List.of(program.get().toString(), "--version"));
        Optional<String> version = lastVersion(answer.output());
        return answer.well() && version.isPresent()
                ? Finding.ok(name, version.get() + ", " + program.get())
                : Finding.broken(name, program.get() + ": " + answer.firstLine(), costs, fix);
    }

    /// Debian puts the importer where nsys does not look; llmprof then runs it itself.
    public static Finding nsysImport(Machine machine) {
        String name = "nsys import";
        String costs = "nsys leaves .qdstrm files that no other tool reads";
        Optional<Path> nsys = machine.program("nsys");
        if (nsys.isEmpty()) {
            return Finding.missing(name, costs, "install nsys");
        }
        return NsysImporter.find(machine)
                .map(importer -> Finding.ok(name, importer.toString()))
                .orElseGet(() ->
                        Finding.broken(
                                name,
                                "no QdstrmImporter beside " + nsys.get(),
                                costs,
                                "install the whole of Nsight Systems, host part included"));
    }

    public static Finding cpuSampling(Machine machine) {
        String name = "perf events";
        Optional<String> level = machine.text(PARANOID).map(String::strip);
        if (level.isEmpty()) {
            return Finding.missing(name, "no CPU sampling in nsys", "run on Linux");
        }
        String detail = "perf_event_paranoid " + level.get();
        return machine.isRoot() || Integer.parseInt(level.get()) <= 2
                ? Finding.ok(name, detail)
                : Finding.broken(
                        name,
                        detail,
                        "no CPU sampling in nsys (off by default)",
                        "sudo sysctl kernel.perf_event_paranoid=2");
    }

    private static Finding browser(Machine machine) {
        String costs = "report.html opens in any browser on another machine";
        String fix = "install chromium to look at reports here";
        return Stream.of("chromium", "chromium-browser", "google-chrome")
                .filter(name -> machine.program(name).isPresent())
                .findFirst()
                .map(name -> tool(machine, name, costs, fix))
                .orElseGet(() -> Finding.missing("browser", costs, fix));
    }

    private static Finding disk(Machine machine) {
        long free = machine.freeBytes();
        String detail = String.format(Locale.ROOT, "%.1f GB free", free / 1e9);
        return free >= ENOUGH_BYTES
                ? Finding.ok("disk", detail)
                : Finding.broken(
                        "disk",
                        detail + " here",
                        "a long capture may not fit",
                        "llmprof runs clean --keep 5, or hydra.run.dir=/elsewhere");
    }

    private static Optional<String> lastVersion(String output) {
        return VERSION.matcher(output).results().map(MatchResult::group).reduce((_, last) -> last);
    }
}
