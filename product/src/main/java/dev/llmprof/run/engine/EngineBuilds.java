package dev.llmprof.run.engine;

import dev.llmprof.cache.Cache;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.host.CudaLibraries;
import dev.llmprof.host.NvidiaDriver;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Processes;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.tool.EngineBuild;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// `llmprof engine`: which libtorch the engine has, and which it is to have.
public final class EngineBuilds {
    private static final String NAME = CudaFetch.NAME;
    private static final String OLDEST_DRIVER = "580";

    private final Console console;
    private final Processes processes;
    private final Supplier<List<CudaLibraries.Part>> missing;
    private final NvidiaDriver driver;
    private final CudaNatives natives;
    private final CudaFetch fetch;

    EngineBuilds(
            Console console,
            Map<String, String> environment,
            Processes processes,
            Supplier<List<CudaLibraries.Part>> missing,
            NvidiaDriver driver,
            CudaNatives natives) {
        this.console = console;
        this.processes = processes;
        this.missing = missing;
        this.driver = driver;
        this.natives = natives;
        this.fetch = new CudaFetch(console, environment, natives);
    }

    public static EngineBuilds here(Console console, Map<String, String> environment) {
        var processes = new SystemProcesses(environment);
        return new EngineBuilds(
                console,
                environment,
                processes,
                () -> CudaLibraries.missing(environment, processes),
                NvidiaDriver.here(),
                new CudaNatives(
                        CudaNatives.Artifact.shipped(), Cache.of(environment, console::say)));
    }

    public int run(EngineRequest asked) {
        try {
            switch (asked) {
                case SHOW -> show();
                case FETCH -> {
                    fetch.fetched();
                    console.say("llmprof engine --cuda checks it and takes it");
                }
                case CUDA -> takeCuda();
                case CPU -> takeCpu();
            }
            return ExitCode.OK;
        } catch (InterruptedIOException _) {
            console.say("interrupted; nothing was kept");
            return ExitCode.INTERRUPTED;
        } catch (IOException e) {
            throw new Problem(
                            NAME + " cannot be kept: " + e.getMessage(),
                            natives.cache().location().toString(),
                            "free some space, or XDG_CACHE_HOME=DIR elsewhere")
                    .found();
        }
    }

    private void show() {
        Optional<Path> chosen = natives.chosen();
        List<String> launcher = BuiltinEngine.launcher(chosen);
        Optional<EngineBuild> build = BuiltinEngine.ask(launcher, processes);
        line("engine", build.map(EngineBuild::toString).orElse("does not start"));
        line("at", chosen.orElseGet(EngineHome::find).toString());
        line("gpu", driver.gpus().isEmpty() ? "none found" : String.join(", ", driver.gpus()));
        line("driver", driver.version().orElse("none found"));
        boolean computes = build.filter(EngineBuild::computesOnCuda).isPresent();
        line("device", "auto means " + (computes ? "cuda:0" : "cpu"));
        line("cuda build", chosen.isPresent() ? "taken" : kept());
        List<CudaLibraries.Part> parts = missing.get();
        line("for cuda", parts.isEmpty() ? "all libraries are here" : "missing " + words(parts));
    }

    private String kept() {
        return natives.fetched().isPresent()
                ? "fetched; llmprof engine --cuda takes it"
                : "not fetched; llmprof engine --cuda gets it";
    }

    private void takeCuda() throws IOException {
        List<CudaLibraries.Part> parts = missing.get();
        if (!parts.isEmpty()) {
            throw new Problem(
                            NAME + " needs what is not here: " + words(parts),
                            "the system's libraries, /usr/local/cuda, LD_LIBRARY_PATH",
                            "install them as docs/cuda.md says, then llmprof engine --cuda")
                    .found();
        }
        Path jar = fetch.fetched();
        console.say("asking it; the first time it unpacks itself");
        EngineBuild build =
                BuiltinEngine.ask(BuiltinEngine.launcher(Optional.of(jar)), processes)
                        .filter(EngineBuild::computesOnCuda)
                        .orElseThrow(() -> unusable().found());
        natives.choose(true);
        console.say(build + " is taken: device=auto means cuda:0");
    }

    private Problem unusable() {
        return new Problem(
                NAME + " cannot compute here, and is not taken",
                driver.version()
                        .map(version -> "NVIDIA's driver " + version)
                        .orElse("no NVIDIA driver was found"),
                "a driver of " + OLDEST_DRIVER + " or later, and a GPU that nvidia-smi shows");
    }

    private void takeCpu() {
        natives.choose(false);
        console.say("libtorch for the CPU is taken: device=auto means cpu");
        natives.fetched()
                .ifPresent(jar ->
                        console.say("the build for CUDA stays, until you remove it: " + jar));
    }

    private static String words(List<CudaLibraries.Part> parts) {
        return parts.stream().map(CudaLibraries.Part::toString).collect(Collectors.joining(", "));
    }

    private void line(String name, String text) {
        console.out().printf(Locale.ROOT, "  %-12s %s%n", name, text);
    }
}
