package dev.llmprof.run.workload;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Executables;
import dev.llmprof.stage.workload.Workload;
import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// A program that cannot be started is said before anything starts: under a profiler it would look
/// like one that never opened its range.
public final class ProgramCheck {

    private ProgramCheck() {}

    public static void check(Workload workload, Map<String, String> environment, Binder binder) {
        Optional<String> program =
                switch (workload) {
                    case Workload.Builtin _ -> Optional.empty();
                    case Workload.Command command -> Optional.of(command.argv().getFirst());
                    case Workload.Server server -> server.argv().stream().findFirst();
                    case Workload.PythonModule module -> Optional.of(module.python());
                };
        var merged = new HashMap<>(environment);
        merged.putAll(workload.surroundings().environment());
        Path directory = workload.surroundings().directory().orElse(Path.of("")).toAbsolutePath();
        String key =
                workload instanceof Workload.PythonModule ? "workload.python" : "workload.argv";
        program.filter(name -> Executables.find(name, merged, directory).isEmpty())
                .ifPresent(name -> {
                    throw problem(name, directory, binder.at(key)).found();
                });
    }

    private static Problem problem(String name, Path directory, String at) {
        // A Path refuses names that no file can have; a File is just not there.
        File file = name.startsWith("/") ? new File(name) : new File(directory.toFile(), name);
        if (file.isDirectory()) {
            return new Problem("'" + name + "' is a directory, not a program", at, "");
        }
        if (name.contains("/") && file.exists()) {
            return new Problem(
                    "'" + name + "' is not executable",
                    at,
                    "chmod +x " + name + "   or name the program that runs it: python " + name);
        }
        return name.contains("/")
                ? new Problem(
                        "there is no program '" + name + "'", at, "paths count from " + directory)
                : new Problem(
                        "there is no program '" + name + "' on the PATH",
                        at,
                        file.exists() ? "./" + name : "install it, or give its full path");
    }
}
