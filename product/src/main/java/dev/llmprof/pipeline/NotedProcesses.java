package dev.llmprof.pipeline;

import dev.llmprof.pipeline.Manifest.CommandEntry;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// Notes for the manifest what a stage starts and how it ends, and lets the console hear it.
final class NotedProcesses implements Processes {
    private final Processes processes;
    private final Path runDirectory;
    private final Optional<Consumer<String>> listener;
    private final List<CommandEntry> entries = new ArrayList<>();
    private boolean interrupted;

    NotedProcesses(Processes processes, Path runDirectory, Optional<Consumer<String>> listener) {
        this.processes = processes;
        this.runDirectory = runDirectory;
        this.listener = listener;
    }

    @Override
    public Ended run(Command command, Path log, Limits limits) {
        Limits heard =
                limits.listener().isPresent()
                        ? limits
                        : listener.map(limits::heardBy).orElse(limits);
        Ended ended = processes.run(command, log, heard);
        entries.add(entry(command, ended, log));
        interrupted |= ended instanceof Ended.Interrupted;
        return ended;
    }

    @Override
    public Answer ask(Command command, Duration deadline) {
        Answer answer = processes.ask(command, deadline);
        interrupted |= answer.ended() instanceof Ended.Interrupted;
        return answer;
    }

    List<CommandEntry> entries() {
        return List.copyOf(entries);
    }

    boolean interrupted() {
        return interrupted;
    }

    private CommandEntry entry(Command command, Ended ended, Path log) {
        OptionalInt none = OptionalInt.empty();
        return switch (ended) {
            case Ended.Exited(int code, Ended.Usage usage) ->
                    entry(command, "exited", OptionalInt.of(code), none, usage, log);
            case Ended.Signalled(int signal, Ended.Usage usage) ->
                    entry(command, "signalled", none, OptionalInt.of(signal), usage, log);
            case Ended.TimedOut(_, Ended.Usage usage) ->
                    entry(command, "timed_out", none, none, usage, log);
            case Ended.Interrupted(Ended.Usage usage) ->
                    entry(command, "interrupted", none, none, usage, log);
            case Ended.NotStarted(_) ->
                    entry(
                            command,
                            "not_started",
                            none,
                            none,
                            new Ended.Usage(Duration.ZERO, 0),
                            log);
        };
    }

    private CommandEntry entry(
            Command command,
            String how,
            OptionalInt exit,
            OptionalInt signal,
            Ended.Usage usage,
            Path log) {
        return new CommandEntry(
                command.argv(),
                command.directory().orElse(Path.of("")).toAbsolutePath().toString(),
                how,
                exit,
                signal,
                usage.wall().toMillis() / 1000.0,
                usage.peakBytes(),
                RunPaths.below(runDirectory, log));
    }
}
