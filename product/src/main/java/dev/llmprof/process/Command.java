package dev.llmprof.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A program to start: its arguments, one per element, what it adds to the environment, and where
/// it stands. Without a directory it stands where llmprof was started. The user's own program, also
/// under a profiler, reads what llmprof is given and is heard where llmprof is ([ProgramStreams]).
public record Command(
        List<String> argv,
        Map<String, String> environment,
        Optional<Path> directory,
        boolean isUsers) {

    public Command {
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
        if (argv.isEmpty()) {
            throw new IllegalArgumentException("a command needs at least a program name");
        }
    }

    public Command(List<String> argv, Map<String, String> environment, Optional<Path> directory) {
        this(argv, environment, directory, false);
    }

    public static Command of(String... argv) {
        return of(List.of(argv));
    }

    public static Command of(List<String> argv) {
        return new Command(argv, Map.of(), Optional.empty());
    }

    /// The same command run under a wrapper such as a profiler; environment and directory stay.
    public Command under(List<String> wrapper) {
        return new Command(
                Stream.concat(wrapper.stream(), argv.stream()).toList(),
                environment,
                directory,
                isUsers);
    }

    public Command in(Map<String, String> other) {
        return new Command(argv, other, directory, isUsers);
    }
}
