package dev.llmprof.tool;

import java.util.ArrayList;
import java.util.List;

/// Kernel names as a regular expression for ncu, escaped by the rules of Python's `re.escape`:
/// Java's `\Q…\E` means nothing to ncu.
public final class KernelRegex {
    private static final String SPECIAL = "()[]{}?*+-|^$\\.&~# \t\n\r\u000b\f";

    /// An argument much longer than this does not fit into a command line.
    public static final int MOST_CHARACTERS = 100_000;

    private KernelRegex() {}

    public static String escape(String name) {
        var escaped = new StringBuilder(name.length() * 5 / 4);
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (SPECIAL.indexOf(c) >= 0) {
                escaped.append('\\');
            }
            escaped.append(c);
        }
        return escaped.toString();
    }

    public static String exactly(String name) {
        return "^" + escape(name) + "$";
    }

    /// An alternative for each name, heaviest first, as many as fit.
    public record AnyOf(String regex, int used, int leftOut) {}

    public static AnyOf anyOf(List<String> names) {
        return anyOf(names, MOST_CHARACTERS);
    }

    static AnyOf anyOf(List<String> names, int mostCharacters) {
        var alternatives = new ArrayList<String>();
        int length = 0;
        for (String name : names) {
            String alternative = "(" + escape(name) + ")";
            length += alternative.length() + 1;
            if (length > mostCharacters && !alternatives.isEmpty()) {
                break;
            }
            alternatives.add(alternative);
        }
        return new AnyOf(
                String.join("|", alternatives),
                alternatives.size(),
                names.size() - alternatives.size());
    }
}
