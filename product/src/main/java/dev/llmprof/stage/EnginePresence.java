package dev.llmprof.stage;

import dev.llmprof.pipeline.Probe;
import dev.llmprof.problem.Problem;
import dev.llmprof.tool.Engine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Is the program there that a workload starts?
final class EnginePresence {
    private EnginePresence() {}

    static Probe of(Workload workload) {
        return switch (workload) {
            case Workload.Builtin builtin -> engine(builtin.launcher());
            case Workload.Command command -> new Probe.Ready(command.argv().getFirst(), List.of());
            case Workload.PythonModule module -> new Probe.Ready(module.python(), List.of());
        };
    }

    private static Probe engine(List<String> launcher) {
        return launcher.stream()
                .filter(word -> word.endsWith(Engine.JAR))
                .findFirst()
                .filter(jar -> !Files.isRegularFile(Path.of(jar)))
                .<Probe>map(jar ->
                        new Probe.Unable(
                                new Problem(
                                        "the built-in engine is not here",
                                        jar,
                                        "./mvnw package builds it; or profile a program of"
                                                + " yours: llmprof run -- python …")))
                .orElseGet(() -> new Probe.Ready("llmprof engine", List.of()));
    }
}
