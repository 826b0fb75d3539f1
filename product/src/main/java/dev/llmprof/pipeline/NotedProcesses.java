package dev.llmprof.pipeline;

import dev.llmprof.pipeline.Manifest.CommandEntry;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Notes for the manifest what a stage starts and how it ends, and lets the console hear it.
final class NotedProcesses implements Processes {
    private final Processes processes;
    private final Path runDirectory;
    private final Optional<Consumer<String>> listener;
    private final List<CommandEntry> entries = new ArrayList<>();
    private boolean interrupted;
    private boolean programFailed;

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
        entries.add(CommandEntry.of(runDirectory, command, ended, log));
        interrupted |= ended instanceof Ended.Interrupted;
        if (command.isUsers()) {
            programFailed = isFailure(ended);
        }
        return ended;
    }

    private static boolean isFailure(Ended ended) {
        return switch (ended) {
            case Ended.Exited(int code, _) -> code != 0;
            case Ended.Signalled _ -> true;
            case Ended.TimedOut _, Ended.Interrupted _, Ended.NotStarted _ -> false;
        };
    }

    @Override
    public Answer ask(Command command, Duration deadline) {
        Answer answer = processes.ask(command, deadline);
        interrupted |= answer.ended() instanceof Ended.Interrupted;
        return answer;
    }

    @Override
    public boolean stopping() {
        return processes.stopping();
    }

    @Override
    public Optional<Consumer<String>> watcher() {
        return listener;
    }

    List<CommandEntry> entries() {
        return List.copyOf(entries);
    }

    boolean interrupted() {
        return interrupted;
    }

    /// A stage whose program, when it was last started, ended by its own fault has failed, whatever
    /// could be recorded.
    Outcome judged(Outcome outcome) {
        return programFailed
                        && outcome
                                instanceof Outcome.Degraded(List<Artifact> kept, List<Problem> met)
                ? new Outcome.Failed(met.getFirst(), met.subList(1, met.size()), kept)
                : outcome;
    }
}
