package dev.llmprof.problem;

import java.util.Locale;

/// Text of others for a terminal: what a terminal would obey, or what would turn the order of the
/// letters around, is spelt out as `\u001b`.
public final class PlainText {
    /// Those of ASCII, those beyond it (C1), and the marks of direction.
    public static final String CONTROL =
            "\\p{Cc}\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069";

    private PlainText() {}

    /// A name within a line: it cannot begin another one.
    public static String line(String text) {
        if (text.chars().noneMatch(PlainText::isControl)) {
            return text;
        }
        var out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (isControl(each)) {
                out.append('\\').append(spelt(each));
            } else {
                out.append(each);
            }
        }
        return out.toString();
    }

    /// Whether `CONTROL` has it, for those who ask of every character.
    public static boolean isControl(int c) {
        return c < ' '
                || (c >= 0x7f && c <= 0x9f)
                || c == 0x61c
                || c == 0x200e
                || c == 0x200f
                || (c >= 0x2028 && c <= 0x202e)
                || (c >= 0x2066 && c <= 0x2069);
    }

    /// `u001b`, for a backslash before it.
    public static String spelt(char control) {
        return String.format(Locale.ROOT, "u%04x", (int) control);
    }
}
