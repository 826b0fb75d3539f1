package dev.llmprof.cli;

import dev.llmprof.cli.complete.CompletionCommand;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.problem.Nearest;
import dev.llmprof.problem.Problem;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Turns words into a command's run and every way it can end into an exit code.
public final class Front {
    private static final String COMPLETION = "completion";

    private Front() {}

    public static int run(
            CommandWords words, Map<String, Supplier<Object>> commands, Console console) {
        try {
            return execute(words, commands, console);
        } catch (Throwable e) {
            // Even an OutOfMemoryError gets a sentence and a log instead of a bare trace.
            return Failures.report(e, console);
        }
    }

    private static int execute(
            CommandWords given, Map<String, Supplier<Object>> commands, Console console) {
        Set<String> names = new HashSet<>(commands.keySet());
        names.add(COMPLETION);
        CommandWords asked = given.withoutHelpWord(names);
        CommandLine line = Root.line();
        Optional<Object> command = asked.command().map(commands::get).map(Supplier::get);
        if (command.isPresent()) {
            line.addSubcommand(asked.command().get(), command.get());
        } else {
            commands.forEach((name, maker) -> line.addSubcommand(name, maker.get()));
            line.addSubcommand(COMPLETION, new CompletionCommand(console));
        }
        configure(line, console);
        return line.execute(words(asked, command, line).toArray(String[]::new));
    }

    /// As the library takes them: help alone, where it is asked for.
    private static List<String> words(
            CommandWords asked, Optional<Object> command, CommandLine line) {
        List<String> words = new ArrayList<>(asked.command().stream().toList());
        if (asked.has(SharedFlag.HELP)) {
            below(asked, line).ifPresent(words::add);
            words.add(SharedFlag.HELP.names().getLast());
        } else if (command.orElse("") instanceof Wraps wraps && asked.behind().isPresent()) {
            wraps.wrap(asked.behind().get());
            words.addAll(asked.own());
        } else {
            words.addAll(asked.ownAndBehind());
        }
        return words;
    }

    /// `list` of `runs list --help`.
    private static Optional<String> below(CommandWords asked, CommandLine line) {
        return asked.command()
                .map(line.getSubcommands()::get)
                .flatMap(at ->
                        asked.own().stream().findFirst().filter(at.getSubcommands()::containsKey));
    }

    private static void configure(CommandLine line, Console console) {
        line.setExpandAtFiles(false);
        HelpLines.fit(line);
        line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        line.setColorScheme(
                CommandLine.Help.defaultColorScheme(
                        console.colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        line.setParameterExceptionHandler((e, _) -> misused(e, console));
        line.setExecutionExceptionHandler((e, _, _) -> Failures.report(e, console));
    }

    private static int misused(ParameterException e, Console console) {
        String name = e.getCommandLine().getCommandSpec().qualifiedName();
        console.show(
                List.of(
                        new Problem(
                                what(e),
                                "the command line",
                                suggestion(e)
                                                .map(nearest -> "did you mean " + nearest + "?\n")
                                                .orElse("")
                                        + name
                                        + " --help shows what it takes")));
        return ExitCode.WRONG_INPUT;
    }

    private static String what(ParameterException e) {
        return e instanceof UnmatchedArgumentException unmatched
                ? (isRoot(e) && !isOption(unmatched) ? "unknown command '" : "unknown option '")
                        + unmatched.getUnmatched().getFirst()
                        + "'"
                : Optional.ofNullable(e.getMessage()).orElse("the arguments do not fit together");
    }

    private static Optional<String> suggestion(ParameterException e) {
        if (!(e instanceof UnmatchedArgumentException unmatched)) {
            return Optional.empty();
        }
        var spec = e.getCommandLine().getCommandSpec();
        List<String> names = new ArrayList<>();
        if (isOption(unmatched)) {
            spec.options().forEach(option -> names.addAll(List.of(option.names())));
        } else {
            names.addAll(spec.subcommands().keySet());
        }
        return Nearest.to(unmatched.getUnmatched().getFirst(), names);
    }

    private static boolean isRoot(ParameterException e) {
        return e.getCommandLine().getParent() == null;
    }

    private static boolean isOption(UnmatchedArgumentException e) {
        return e.getUnmatched().getFirst().startsWith("-");
    }
}
