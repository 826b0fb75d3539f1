package dev.llmprof.cli;

import dev.llmprof.problem.Nearest;
import dev.llmprof.problem.Problem;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Turns words into a command's run and every way it can end into an exit code.
public final class Front {
    private static final String WRAPPED = "--";
    private static final String COMPLETION = "completion";

    private Front() {}

    public static int run(
            List<String> words, Map<String, Supplier<Object>> commands, Console console) {
        try {
            return execute(words, commands, console);
        } catch (Throwable e) {
            // Even an OutOfMemoryError gets a sentence and a log instead of a bare trace.
            return Failures.report(e, console);
        }
    }

    private static int execute(
            List<String> given, Map<String, Supplier<Object>> commands, Console console) {
        List<String> words = asOption(given, commands.keySet());
        List<String> own = new ArrayList<>(words);
        var line = new CommandLine(new Root());
        Optional<Supplier<Object>> named =
                words.isEmpty()
                        ? Optional.empty()
                        : Optional.ofNullable(commands.get(words.getFirst()));
        if (named.isPresent()) {
            Object command = named.get().get();
            line.addSubcommand(words.getFirst(), command);
            int end = words.indexOf(WRAPPED);
            if (command instanceof Wraps wraps && end >= 0) {
                wraps.wrap(words.subList(end + 1, words.size()));
                own.subList(end, own.size()).clear();
            }
        } else {
            commands.forEach((name, maker) -> line.addSubcommand(name, maker.get()));
            line.addSubcommand(COMPLETION, new CompletionCommand(console));
        }
        configure(line, console);
        return line.execute(own.toArray(String[]::new));
    }

    /// `llmprof help COMMAND` is what `llmprof COMMAND --help` is; a name that is no command's is
    /// left for the complaint.
    private static List<String> asOption(List<String> words, Set<String> commands) {
        if (words.isEmpty() || !words.getFirst().equals("help")) {
            return words;
        }
        List<String> asked = words.subList(1, words.size());
        boolean known =
                asked.isEmpty()
                        || commands.contains(asked.getFirst())
                        || asked.getFirst().equals(COMPLETION);
        return known ? Stream.concat(asked.stream(), Stream.of("--help")).toList() : asked;
    }

    private static void configure(CommandLine line, Console console) {
        line.setExpandAtFiles(false);
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
                : Optional.ofNullable(e.getMessage()).orElse("the words do not fit together");
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
