package dev.llmprof.cli;

import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Begins and ends a window of a run that waits for it.
@Command(
        name = "capture",
        header = "Start or stop recording in a running run.",
        description =
                "For runs started with capture.start=signal; SIGUSR2 to the program does the same.",
        footer = {
            "",
            "Examples:",
            "  llmprof run capture.start=signal -- python server.py",
            "  llmprof capture start tmp/runs/20261115-142233",
            "  llmprof capture stop tmp/runs/20261115-142233",
            ""
        })
public final class CaptureCommand implements Runnable {
    private final Console console;
    private final BiFunction<Path, String, List<Integer>> tell;

    @Spec private CommandSpec spec = CommandSpec.create();

    /// `tell` gives a word to the programs of a run and answers with their numbers.
    public CaptureCommand(Console console, BiFunction<Path, String, List<Integer>> tell) {
        this.console = console;
        this.tell = tell;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "which one: capture start RUN or capture stop RUN");
    }

    @Command(name = "start", description = "Begin recording.")
    int start(@Parameters(paramLabel = "RUN", description = "The run directory.") Path run) {
        return told(run, "start");
    }

    @Command(name = "stop", description = "End recording; the program runs on.")
    int stop(@Parameters(paramLabel = "RUN", description = "The run directory.") Path run) {
        return told(run, "stop");
    }

    private int told(Path run, String word) {
        String processes =
                tell.apply(run, word).stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "));
        console.say("told process " + processes + " to " + word);
        return ExitCode.OK;
    }
}
