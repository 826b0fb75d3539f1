package dev.llmprof.tool;

import dev.llmprof.process.Command;
import dev.llmprof.secret.Secrets;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A command as one would type it into a shell, to read, to copy, and never to run from here: its
/// secrets are hidden.
public final class ShellQuote {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");
    // A terminal would obey them as they are pasted, or show another command than it runs.
    private static final Pattern CONTROLS =
            Pattern.compile("[\\p{Cc}\\u2028-\\u202e\\u2066-\\u2069&&[^\\n\\t]]+");

    private ShellQuote() {}

    public static String line(Command command) {
        return Secrets.hideWords(command.argv()).stream()
                .map(ShellQuote::word)
                .collect(Collectors.joining(" "));
    }

    /// What the command adds to the environment, `NAME=value`, sorted.
    public static List<String> variables(Command command) {
        return new TreeMap<>(command.environment())
                .entrySet().stream()
                        .map(entry ->
                                word(entry.getKey())
                                        + "="
                                        + word(Secrets.hide(entry.getKey(), entry.getValue())))
                        .toList();
    }

    /// Lines that a shell passes over, whatever is in them.
    public static String comment(String text) {
        return "# " + text.replace("\n", "\n# ") + "\n";
    }

    public static String word(String text) {
        if (PLAIN.matcher(text).matches()) {
            return text;
        }
        String quoted = "'" + text.replace("'", "'\"'\"'") + "'";
        return CONTROLS.matcher(quoted)
                .replaceAll(controls -> "'\"\\$(printf '" + octal(controls.group()) + "')\"'");
    }

    private static String octal(String controls) {
        var out = new StringBuilder();
        for (byte each : controls.getBytes(StandardCharsets.UTF_8)) {
            // Once for the shell, once for the replacement.
            out.append(String.format(Locale.ROOT, "\\\\%03o", each & 0xff));
        }
        return out.toString();
    }
}
