package dev.llmprof.problem;

import java.util.Locale;
import java.util.regex.Pattern;

/// Text of others for a terminal: what a terminal would obey, or what would turn the order of the
/// letters around, is spelt out as `\u001b`.
public final class PlainText {
    /// Those of ASCII, those beyond it (C1), and the marks of direction.
    public static final String CONTROL =
            "\\p{Cc}\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069";

    private static final Pattern IN_A_LINE = Pattern.compile("[" + CONTROL + "]");

    private PlainText() {}

    /// A name within a line: it cannot begin another one.
    public static String line(String text) {
        return IN_A_LINE.matcher(text).replaceAll(match -> "\\\\" + spelt(match.group().charAt(0)));
    }

    /// `u001b`, for a backslash before it.
    public static String spelt(char control) {
        return String.format(Locale.ROOT, "u%04x", (int) control);
    }
}
