package dev.llmprof.host.check;

import dev.llmprof.host.Machine;
import dev.llmprof.host.Machine.Answer;
import dev.llmprof.tool.EngineBuild;
import dev.llmprof.tool.NvidiaSmi;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The GPU with its driver, and who can compute on it: the built-in engine, Python's torch.
final class GpuExamination {
    private static final String ENGINE = "engine";
    private static final String TORCH = "python torch";

    private GpuExamination() {}

    static Finding gpu(Machine machine) {
        String costs = "no kernels to profile here; everything else works";
        String fix = "install NVIDIA's driver, or analyse captures made elsewhere";
        if (machine.program(NvidiaSmi.PROGRAM).isEmpty()) {
            return machine.driver().isPresent()
                    ? Finding.ok("gpu", shown(machine) + "; no nvidia-smi")
                    : Finding.missing("gpu", costs, fix);
        }
        Answer answer = machine.ask(NvidiaSmi.query().argv());
        List<NvidiaSmi.InstalledGpu> gpus = NvidiaSmi.gpus(answer.output());
        return answer.well() && !gpus.isEmpty()
                ? Finding.ok("gpu", shown(gpus))
                : Finding.broken("gpu", "nvidia-smi: " + answer.firstLine(), costs, fix);
    }

    private static String shown(List<NvidiaSmi.InstalledGpu> gpus) {
        return gpus.stream()
                .map(gpu -> gpu.name() + ", " + gpu.driver() + ", " + gpu.memory())
                .collect(Collectors.joining("; "));
    }

    /// The driver's own word, where nvidia-smi gives none.
    private static String shown(Machine machine) {
        List<String> gpus = machine.driver().gpus();
        return (gpus.isEmpty() ? "no device" : String.join("; ", gpus))
                + ", driver "
                + machine.driver().version().orElse("of unknown version");
    }

    static Finding engine(Machine machine) {
        Optional<EngineBuild> build = machine.engine();
        if (build.isEmpty()) {
            return Finding.broken(
                    ENGINE,
                    "the built-in engine does not start",
                    "no built-in workload; programs of yours are profiled anyway",
                    "./mvnw package builds it");
        }
        boolean cuda = build.get().computesOnCuda();
        String detail = build.get() + ", computes on " + (cuda ? "CUDA" : "the CPU");
        return cuda || !machine.driver().isPresent()
                ? Finding.ok(ENGINE, detail)
                : Finding.broken(
                        ENGINE,
                        detail + " beside " + shown(machine),
                        "the built-in workload leaves the GPU idle",
                        "llmprof engine --cuda");
    }

    static Finding counters(Machine machine) {
        String name = "gpu counters";
        Optional<String> parameters = machine.driver().parameters();
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

    static Finding torch(Machine machine) {
        String costs = "no PyTorch programs to profile; the built-in workload needs no Python";
        String fix = "pip install torch, in the environment llmprof is started from";
        Optional<Path> python = machine.program("python3").or(() -> machine.program("python"));
        if (python.isEmpty()) {
            return Finding.missing(TORCH, costs, fix);
        }
        Answer answer =
                machine.ask(
                        List.of(
                                python.get().toString(),
                                "-c",
                                "import torch; print(torch.__version__, 'cuda',"
                                        + " torch.cuda.is_available())"));
        if (!answer.well()) {
            return Finding.missing(TORCH, costs, fix);
        }
        String detail = answer.firstLine() + ", " + python.get();
        return machine.driver().isPresent() && answer.firstLine().endsWith("cuda False")
                ? Finding.broken(
                        TORCH,
                        detail + " beside " + shown(machine),
                        "PyTorch programs leave the GPU idle",
                        "pip install a torch built for CUDA: pytorch.org/get-started/locally")
                : Finding.ok(TORCH, detail);
    }
}
