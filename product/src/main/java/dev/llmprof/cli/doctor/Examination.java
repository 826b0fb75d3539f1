package dev.llmprof.cli.doctor;

import dev.llmprof.cli.doctor.Machine.Answer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Looks at a machine, one finding a thing.
public final class Examination {
    private static final Pattern VERSION = Pattern.compile("\\d+(?:\\.\\d+)+\\S*");
    private static final Path DRIVER_PARAMETERS = Path.of("/proc/driver/nvidia/params");
    private static final Path PARANOID = Path.of("/proc/sys/kernel/perf_event_paranoid");
    private static final long ENOUGH_BYTES = 2_000_000_000L;

    private Examination() {}

    public static List<Finding> of(Machine machine, String javaVersion) {
        return Stream.<Function<Machine, Finding>>of(
                        _ -> Finding.ok("java", javaVersion),
                        Examination::nsys,
                        Examination::nsysImport,
                        Examination::cpuSampling,
                        Examination::ncu,
                        Examination::gpu,
                        Examination::counters,
                        Examination::torch,
                        Examination::browser,
                        Examination::disk)
                .map(check -> check.apply(machine))
                .toList();
    }

    private static Finding nsys(Machine machine) {
        return tool(
                machine,
                "nsys",
                "no timelines of CUDA calls, kernels and NVTX ranges",
                "install Nsight Systems (Debian non-free: nsight-systems) and put nsys on the PATH");
    }

    private static Finding ncu(Machine machine) {
        return tool(
                machine,
                "ncu",
                "no hardware counters per kernel; .ncu-rep files can still be analysed",
                "install Nsight Compute (Debian non-free: nsight-compute) and put ncu on the PATH");
    }

    private static Finding tool(Machine machine, String name, String costs, String fix) {
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
    private static Finding nsysImport(Machine machine) {
        String name = "nsys import";
        String costs = "nsys leaves .qdstrm files that no other tool reads";
        Optional<Path> nsys = machine.program("nsys");
        if (nsys.isEmpty()) {
            return Finding.missing(name, costs, "install nsys");
        }
        return machine.links(nsys.get()).stream()
                .flatMap(Examination::ancestors)
                .map(directory -> directory.resolve("host-linux-x64/QdstrmImporter"))
                .filter(machine::isExecutable)
                .findFirst()
                .map(importer -> Finding.ok(name, importer.toString()))
                .orElseGet(() ->
                        Finding.broken(
                                name,
                                "no QdstrmImporter beside " + nsys.get(),
                                costs,
                                "install the whole of Nsight Systems, host part included"));
    }

    private static Stream<Path> ancestors(Path file) {
        return Stream.iterate(
                        Optional.ofNullable(file.getParent()),
                        Optional::isPresent,
                        path -> path.map(Path::getParent))
                .flatMap(Optional::stream);
    }

    private static Finding cpuSampling(Machine machine) {
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

    private static Finding gpu(Machine machine) {
        String costs = "no kernels to profile here; everything else works";
        String fix = "install NVIDIA's driver, or analyse captures made elsewhere";
        Optional<Path> smi = machine.program("nvidia-smi");
        if (smi.isEmpty()) {
            return Finding.missing("gpu", costs, fix);
        }
        Answer answer =
                machine.ask(
                        List.of(
                                smi.get().toString(),
                                "--query-gpu=name,driver_version,memory.total",
                                "--format=csv,noheader"));
        return answer.well() && !answer.firstLine().isEmpty()
                ? Finding.ok("gpu", String.join("; ", answer.output().strip().split("\\R+")))
                : Finding.broken("gpu", "nvidia-smi: " + answer.firstLine(), costs, fix);
    }

    private static Finding counters(Machine machine) {
        String name = "gpu counters";
        Optional<String> parameters = machine.text(DRIVER_PARAMETERS);
        if (parameters.isEmpty()) {
            return Finding.missing(
                    name, "ncu cannot read counters", "install NVIDIA's driver on a GPU machine");
        }
        boolean adminOnly =
                parameters.get().lines().anyMatch(l -> l.matches("RmProfilingAdminOnly:\\s*1"));
        return adminOnly && !machine.isRoot()
                ? Finding.broken(
                        name,
                        "for administrators only (RmProfilingAdminOnly 1)",
                        "ncu ends with ERR_NVGPUCTRPERM",
                        "options nvidia NVreg_RestrictProfilingToAdminUsers=0 in /etc/modprobe.d,"
                                + " then reboot; or run as root")
                : Finding.ok(name, adminOnly ? "readable as root" : "readable by everyone");
    }

    private static Finding torch(Machine machine) {
        String costs = "no PyTorch programs to profile; the built-in workload needs no Python";
        String fix = "pip install torch, in the environment llmprof is started from";
        Optional<Path> python = machine.program("python3").or(() -> machine.program("python"));
        if (python.isEmpty()) {
            return Finding.missing("python torch", costs, fix);
        }
        Answer answer =
                machine.ask(
                        List.of(
                                python.get().toString(),
                                "-c",
                                "import torch; print(torch.__version__, 'cuda',"
                                        + " torch.cuda.is_available())"));
        return answer.well()
                ? Finding.ok("python torch", answer.firstLine() + ", " + python.get())
                : Finding.missing("python torch", costs, fix);
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
