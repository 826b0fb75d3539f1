package dev.llmprof.stage.workload;

import dev.llmprof.load.Target;
import dev.llmprof.process.Command;
import dev.llmprof.stage.StageFiles;
import dev.llmprof.stage.workload.Workload.Purpose;
import dev.llmprof.stage.workload.Workload.Surroundings;
import dev.llmprof.workload.WorkloadSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A workload's command line for a purpose, and what must be written before it starts.
public final class Workloads {

    private Workloads() {}

    /// With what starts its ranks, where something does.
    public static Command command(Workload workload, Purpose purpose, Path runDirectory) {
        return launched(workload, purpose, runDirectory, program(workload, purpose, runDirectory));
    }

    /// Starts the ranks of a program that has a profiler around it: each gets one of its own.
    public static Command launched(
            Workload workload, Purpose purpose, Path runDirectory, Command profiled) {
        int program = program(workload, purpose, runDirectory).argv().size();
        return workload.surroundings()
                .launch()
                .around(
                        profiled,
                        profiled.argv().size() - program,
                        purpose.scratchIn(runDirectory));
    }

    /// The program alone.
    public static Command program(Workload workload, Purpose purpose, Path runDirectory) {
        List<String> argv =
                switch (workload) {
                    case Workload.Builtin builtin ->
                            join(
                                    builtin.launcher(),
                                    List.of(settingsFile(purpose, runDirectory).toString()));
                    case Workload.Command command -> command.argv();
                    case Workload.Server server when server.attached() -> asking(server);
                    case Workload.Server server -> server.argv();
                    case Workload.PythonModule module ->
                            join(
                                    List.of(module.python(), "-m", module.module()),
                                    module.overrides().words(purpose, runDirectory));
                };
        Surroundings around = workload.surroundings();
        boolean users =
                !(workload instanceof Workload.Builtin || workload instanceof Workload.Server);
        var plain = new Command(argv, around.environment(), around.directory(), users);
        return marks(workload, purpose)
                .map(marks ->
                        PythonHook.around(
                                plain, purpose.scratchIn(runDirectory), marks.inherited()))
                .orElse(plain);
    }

    /// The hook comes with nsys and ncu here, and with a clock where nothing records; the PyTorch
    /// profiler's stage brings its own.
    private static Optional<Workload.Marks> marks(Workload workload, Purpose purpose) {
        // A clock around every forward would be in the way of a server's own overlap.
        boolean unwatched = workload instanceof Workload.Server && purpose == Purpose.PLAIN;
        return workload instanceof Workload.Builtin || purpose == Purpose.TORCH || unwatched
                ? Optional.empty()
                : workload.surroundings().marks();
    }

    /// Makes the scratch directory and, for the engine, its settings file; for a Python program the
    /// hook.
    public static void prepare(Workload workload, Purpose purpose, Path runDirectory) {
        prepare(workload, purpose, runDirectory, false);
    }

    /// `gated` on a phase: its first occurrence goes by another name.
    public static void prepare(
            Workload workload, Purpose purpose, Path runDirectory, boolean gated) {
        try {
            // Of an earlier try, or of the program under another profiler, nothing is taken over.
            StageFiles.remove(purpose.scratchIn(runDirectory));
            Files.createDirectories(purpose.scratchIn(runDirectory));
            if (workload instanceof Workload.Builtin builtin) {
                Files.writeString(
                        settingsFile(purpose, runDirectory),
                        builtin.orders().json(purpose, runDirectory));
            }
            marks(workload, purpose)
                    .ifPresent(marks ->
                            PythonHook.prepareMarks(
                                    purpose.scratchIn(runDirectory),
                                    marks.window(),
                                    gated,
                                    workload.surroundings().launch()));
            workload.surroundings().launch().prepare(purpose.scratchIn(runDirectory));
        } catch (IOException e) {
            throw new UncheckedIOException("preparing the workload in " + runDirectory, e);
        }
    }

    static Path settingsFile(Purpose purpose, Path runDirectory) {
        return purpose.scratchIn(runDirectory).resolve(WorkloadSettings.FILE_NAME);
    }

    /// Of a server that is there already nothing is started: what it is asked, for a reader.
    private static List<String> asking(Workload.Server server) {
        return List.of("curl", "-N", Target.below(server.url(), server.api().path()).toString());
    }

    private static List<String> join(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
