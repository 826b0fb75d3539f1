package dev.llmprof.stage.workload;

import dev.llmprof.pipeline.Probe;
import dev.llmprof.problem.Problem;
import dev.llmprof.tool.Engine;
import java.nio.file.Files;
import java.util.List;

/// Is the program there that a workload starts?
public final class EnginePresence {
    private EnginePresence() {}

    public static Probe of(Workload workload) {
        return switch (workload) {
            case Workload.Builtin builtin -> engine(builtin.launcher());
            case Workload.Command command -> new Probe.Ready(command.argv().getFirst(), List.of());
            case Workload.Server server when server.attached() ->
                    new Probe.Ready(server.url().toString(), List.of());
            case Workload.Server server -> new Probe.Ready(server.argv().getFirst(), List.of());
            case Workload.PythonModule module -> new Probe.Ready(module.python(), List.of());
        };
    }

    private static Probe engine(List<String> launcher) {
        return Engine.jar(launcher)
                .filter(jar -> !Files.isRegularFile(jar))
                .<Probe>map(jar ->
                        new Probe.Unable(
                                new Problem(
                                        "the built-in engine is not here",
                                        jar.toString(),
                                        "./mvnw package builds it; or profile a program of"
                                                + " yours: llmprof run -- python …")))
                .orElseGet(() -> new Probe.Ready("llmprof engine", List.of()));
    }
}
