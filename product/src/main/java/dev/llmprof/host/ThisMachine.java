package dev.llmprof.host;

import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Executables;
import dev.llmprof.process.Processes;
import dev.llmprof.tool.EngineBuild;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The machine this runs on.
public record ThisMachine(
        Processes processes,
        Map<String, String> environment,
        Supplier<Optional<EngineBuild>> aboutEngine)
        implements Machine {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MOST_LINKS = 40;

    /// Where nobody asks about the engine.
    public ThisMachine(Processes processes, Map<String, String> environment) {
        this(processes, environment, Optional::empty);
    }

    @Override
    public Optional<Path> program(String name) {
        return Executables.find(name, environment);
    }

    @Override
    public Answer ask(List<String> argv) {
        Processes.Answer answer = processes.ask(Command.of(argv), PATIENCE);
        String said = answer.output() + answer.errors();
        return switch (answer.ended()) {
            case Ended.Exited(int code, _) -> new Answer(code == 0, said);
            case Ended.Signalled(int signal, _) -> new Answer(false, "ended by signal " + signal);
            case Ended.TimedOut(Duration limit, _) ->
                    new Answer(false, "no answer in " + limit.toSeconds() + " s");
            case Ended.Interrupted _ -> new Answer(false, "interrupted");
            case Ended.NotStarted(String reason) -> new Answer(false, reason);
        };
    }

    @Override
    public Optional<String> text(Path file) {
        try {
            return Files.isReadable(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + file, e);
        }
    }

    @Override
    public boolean isExecutable(Path file) {
        return Files.isExecutable(file);
    }

    @Override
    public List<Path> links(Path file) {
        List<Path> places = new ArrayList<>(List.of(file.toAbsolutePath()));
        try {
            while (Files.isSymbolicLink(places.getLast()) && places.size() < MOST_LINKS) {
                Path link = places.getLast();
                places.add(link.resolveSibling(Files.readSymbolicLink(link)).normalize());
            }
            places.add(file.toRealPath());
        } catch (IOException e) {
            throw new UncheckedIOException("following " + file, e);
        }
        return places;
    }

    @Override
    public NvidiaDriver driver() {
        return NvidiaDriver.here();
    }

    @Override
    public Optional<EngineBuild> engine() {
        return aboutEngine.get();
    }

    @Override
    public long freeBytes() {
        try {
            return Files.getFileStore(Path.of("")).getUsableSpace();
        } catch (IOException e) {
            throw new UncheckedIOException("asking for free space", e);
        }
    }

    @Override
    public boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }
}
