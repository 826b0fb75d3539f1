package dev.llmprof.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/// Programs that answer as a test says; where it says nothing they do not start.
public record Answering(Function<Command, Optional<String>> answers) implements Processes {
    private static final Ended.Usage USAGE = new Ended.Usage(Duration.ZERO, 0);

    @Override
    public Ended run(Command command, Path log, Limits limits) {
        throw new IllegalStateException("nothing is run here: " + command);
    }

    @Override
    public Answer ask(Command command, Duration deadline) {
        return answers.apply(command)
                .map(text -> new Answer(new Ended.Exited(0, USAGE), text, ""))
                .orElseGet(() -> new Answer(new Ended.NotStarted("it is not here"), "", ""));
    }
}
