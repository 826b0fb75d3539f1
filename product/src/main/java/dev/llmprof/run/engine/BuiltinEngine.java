package dev.llmprof.run.engine;

import dev.llmprof.cache.Cache;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.tool.Engine;
import dev.llmprof.tool.EngineBuild;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The engine on this machine: how it is started on the CPU and, where the user has chosen its CUDA
/// build, on CUDA; and what its libtorch says it can do, which is asked once.
public final class BuiltinEngine {
    /// The first time it unpacks its natives.
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final List<String> onCpu;
    private final Optional<List<String>> onCuda;
    private final Function<List<String>, Optional<EngineBuild>> question;
    private Optional<Optional<EngineBuild>> cuda = Optional.empty();

    public BuiltinEngine(
            List<String> onCpu,
            Optional<List<String>> onCuda,
            Function<List<String>, Optional<EngineBuild>> question) {
        this.onCpu = List.copyOf(onCpu);
        this.onCuda = onCuda.map(List::copyOf);
        this.question = question;
    }

    public static BuiltinEngine here(Map<String, String> environment, Processes processes) {
        var cache = Cache.of(environment, _ -> {});
        var natives = new CudaNatives(CudaNatives.Artifact.shipped(), cache);
        return new BuiltinEngine(
                launcher(Optional.empty()),
                natives.chosen().map(jar -> launcher(Optional.of(jar))),
                launcher -> ask(launcher, processes));
    }

    static List<String> launcher(Optional<Path> cudaNatives) {
        var argv =
                new ArrayList<>(
                        Engine.launcher(
                                Path.of(System.getProperty("java.home")),
                                EngineHome.find(),
                                cudaNatives));
        // As TMPDIR has it; the engine's JVM would take /tmp.
        Optional.of(System.getProperty("java.io.tmpdir", ""))
                .filter(folder -> !folder.equals("/tmp"))
                .ifPresent(folder -> argv.add(1, "-Djava.io.tmpdir=" + folder));
        return List.copyOf(argv);
    }

    /// Nothing where the engine does not start.
    static Optional<EngineBuild> ask(List<String> launcher, Processes processes) {
        Processes.Answer answer = processes.ask(Engine.about(launcher), PATIENCE);
        return answer.ended() instanceof Ended.Exited(int code, _) && code == 0
                ? EngineBuild.of(answer.output())
                : Optional.empty();
    }

    /// The natives for the CPU work everywhere; those for CUDA are for CUDA only.
    public List<String> launcher(String device) {
        return device.startsWith("cuda") ? onCuda.orElse(onCpu) : onCpu;
    }

    public boolean hasCudaBuild() {
        return onCuda.isPresent();
    }

    /// What the CUDA build says, if it is chosen and starts.
    public Optional<EngineBuild> cudaBuild() {
        if (cuda.isEmpty()) {
            cuda = Optional.of(onCuda.flatMap(question));
        }
        return cuda.get();
    }

    /// What the build says that `auto` would take.
    public Optional<EngineBuild> build() {
        return cudaBuild().filter(EngineBuild::computesOnCuda).or(() -> question.apply(onCpu));
    }
}
