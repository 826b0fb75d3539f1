package dev.llmprof.cli;

import dev.llmprof.console.Console;
import dev.llmprof.problem.Problem;
import dev.llmprof.run.RunRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Unmatched;

/// An entry point of earlier versions: sets its toggles, says what to type now, and runs.
@Command(
        hidden = true,
        header = "An old name; llmprof run does this now.",
        description = "Sets the toggles of an earlier entry point and calls llmprof run.")
public final class OldRunCommand implements Callable<Integer>, Wraps {
    private final String name;
    private final List<String> toggles;
    private final Console console;
    private final ToIntFunction<RunRequest> runs;

    @Unmatched private List<String> words = new ArrayList<>();

    private List<String> program = List.of();

    public OldRunCommand(
            String name, List<String> toggles, Console console, ToIntFunction<RunRequest> runs) {
        this.name = name;
        this.toggles = List.copyOf(toggles);
        this.console = console;
        this.runs = runs;
    }

    @Override
    public void wrap(List<String> argv) {
        program = List.copyOf(argv);
    }

    @Override
    public Integer call() {
        console.warn(
                new Problem(
                        "'llmprof " + name + "' is an old name",
                        "",
                        "llmprof run " + toggles.stream().collect(Collectors.joining(" "))));
        var run = new RunCommand(runs, RunCommand.Repeats.NONE, RunCommand.HelpLists.NONE);
        if (!program.isEmpty()) {
            run.wrap(program);
        }
        // The toggles first: an override that the user types wins.
        var all = new ArrayList<>(toggles);
        all.addAll(words);
        try {
            new CommandLine(run).parseArgs(all.toArray(String[]::new));
        } catch (ParameterException e) {
            throw new Problem(
                            String.valueOf(e.getMessage()),
                            "the command line",
                            "llmprof run --help")
                    .found();
        }
        return run.call();
    }
}
