package dev.llmprof.run.engine;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.host.NvidiaDriver;
import dev.llmprof.host.PythonTorch;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Processes;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.run.settings.WorkloadKeys;
import dev.llmprof.tool.EngineBuild;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// The device from its key. `auto` is CUDA only where whoever computes can use it, and never a
/// problem; a GPU that is asked for by name and cannot be had is one, before anything starts.
public final class DeviceChoices {
    static final String GET_CUDA = "llmprof engine --cuda";
    private static final String AUTO = "auto";
    private static final String CPU = "cpu";
    private static final String FIRST_GPU = "cuda:0";
    private static final Pattern CUDA = Pattern.compile("cuda(:\\d+)?");

    private final NvidiaDriver driver;
    private final Supplier<BuiltinEngine> engines;
    private final Processes processes;
    private final boolean isHere;
    private Optional<BuiltinEngine> engine = Optional.empty();

    DeviceChoices(NvidiaDriver driver, Supplier<BuiltinEngine> engines, Processes processes) {
        this(driver, engines, processes, true);
    }

    private DeviceChoices(
            NvidiaDriver driver,
            Supplier<BuiltinEngine> engines,
            Processes processes,
            boolean isHere) {
        this.driver = driver;
        this.engines = engines;
        this.processes = processes;
        this.isHere = isHere;
    }

    /// For a run on another machine: which GPUs that has is not known.
    public DeviceChoices elsewhere() {
        return new DeviceChoices(driver, this::engine, processes, false);
    }

    public static DeviceChoices here(Map<String, String> environment) {
        var processes = new SystemProcesses(environment);
        return new DeviceChoices(
                NvidiaDriver.here(), () -> BuiltinEngine.here(environment, processes), processes);
    }

    public BuiltinEngine engine() {
        if (engine.isEmpty()) {
            engine = Optional.of(engines.get());
        }
        return engine.get();
    }

    /// Problems go into the binder.
    public DeviceChoice of(Binder binder, WorkloadKeys keys, String asked) {
        boolean builtin = keys.effective() == WorkloadKeys.Kind.BUILTIN;
        if (isHere && builtin && CUDA.matcher(asked).matches()) {
            refusal(asked, binder.at("device")).ifPresent(binder::add);
        }
        if (!asked.equals(AUTO)) {
            return DeviceChoice.of(asked);
        }
        return switch (keys.effective()) {
            case BUILTIN -> forEngine();
            case PYTHON_MODULE -> forPython(keys);
            case COMMAND, SERVER -> DeviceChoice.of(driver.isPresent() ? FIRST_GPU : CPU);
        };
    }

    private DeviceChoice forEngine() {
        if (!engine().hasCudaBuild()) {
            return driver.isPresent()
                    ? DeviceChoice.cpu(
                            gpu()
                                    + ", but the engine's libtorch is for the CPU; "
                                    + GET_CUDA
                                    + " gets the one for CUDA")
                    : DeviceChoice.of(CPU);
        }
        return engine().cudaBuild().filter(EngineBuild::computesOnCuda).isPresent()
                ? DeviceChoice.of(FIRST_GPU)
                : DeviceChoice.cpu(
                        "the engine's libtorch is for CUDA, but cannot use it here; "
                                + GET_CUDA
                                + " says why");
    }

    private DeviceChoice forPython(WorkloadKeys keys) {
        if (!driver.isPresent()) {
            return DeviceChoice.of(CPU);
        }
        String python = keys.python().orElse("python3");
        Path directory = keys.cwd().orElse(Path.of("")).toAbsolutePath();
        return PythonTorch.isForCpuOnly(python, directory, keys.env(), processes)
                ? DeviceChoice.cpu(gpu() + ", but the torch of " + python + " is for the CPU only")
                : DeviceChoice.of(FIRST_GPU);
    }

    /// Why the engine cannot compute there.
    private Optional<Problem> refusal(String asked, String at) {
        String name = asked.equals("cuda") ? FIRST_GPU : asked;
        int index = Integer.parseInt(name.substring("cuda:".length()));
        if (!engine().hasCudaBuild()) {
            return Optional.of(
                    new Problem(
                            name + " was asked for, but the engine's libtorch is for the CPU",
                            at,
                            GET_CUDA + "   or   device=cpu"));
        }
        int devices = engine().cudaBuild().map(EngineBuild::devices).orElse(0);
        return index < devices
                ? Optional.empty()
                : Optional.of(
                        new Problem(
                                name
                                        + " was asked for, but the engine sees "
                                        + (devices == 0 ? "no" : String.valueOf(devices))
                                        + (devices == 1 ? " device" : " devices")
                                        + " of CUDA",
                                at,
                                devices == 0
                                        ? GET_CUDA + " says why; or device=cpu"
                                        : "device=cuda:0"));
    }

    private String gpu() {
        return driver.gpus().stream()
                .findFirst()
                .map(name -> name + " is here")
                .orElse("NVIDIA's driver is here");
    }
}
