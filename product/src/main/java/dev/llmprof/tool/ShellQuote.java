package dev.llmprof.tool;

import dev.llmprof.process.Command;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A command as one would type it into a shell, to read, to copy, and never to run from here.
public final class ShellQuote {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private ShellQuote() {}

    public static String line(Command command) {
        return command.argv().stream().map(ShellQuote::word).collect(Collectors.joining(" "));
    }

    /// What the command adds to the environment, `NAME=value`, sorted.
    public static List<String> variables(Command command) {
        return new TreeMap<>(command.environment())
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + word(entry.getValue()))
                        .toList();
    }

    public static String word(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\"'\"'") + "'";
    }
}
