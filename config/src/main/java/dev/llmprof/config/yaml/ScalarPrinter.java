package dev.llmprof.config.yaml;

import java.util.Locale;
import java.util.Map;

/// Writes scalars and keeps track of the column, folding at 80 as PyYAML's emitter does.
final class ScalarPrinter {
    private static final int WIDTH = 80;
    private static final Map<Integer, String> ESCAPES =
            Map.ofEntries(
                    Map.entry(0, "0"),
                    Map.entry(7, "a"),
                    Map.entry(8, "b"),
                    Map.entry(9, "t"),
                    Map.entry(10, "n"),
                    Map.entry(11, "v"),
                    Map.entry(12, "f"),
                    Map.entry(13, "r"),
                    Map.entry(27, "e"),
                    Map.entry((int) '"', "\""),
                    Map.entry((int) '\\', "\\"),
                    Map.entry(0x85, "N"),
                    Map.entry(0xa0, "_"),
                    Map.entry(0x2028, "L"),
                    Map.entry(0x2029, "P"));

    private final StringBuilder out;
    private int column;

    ScalarPrinter(StringBuilder out) {
        this.out = out;
    }

    void put(String text) {
        out.append(text);
        column += text.length();
    }

    void newLine(int indent) {
        out.append('\n').append(" ".repeat(indent));
        column = indent;
    }

    void plain(int[] text, int indent, boolean mayFold) {
        int start = 0;
        boolean spaces = false;
        for (int end = 0; end <= text.length; end++) {
            int c = end < text.length ? text[end] : -1;
            if (spaces) {
                if (c != ' ') {
                    if (start + 1 == end && column > WIDTH && mayFold) {
                        newLine(indent);
                    } else {
                        put(text, start, end);
                    }
                    start = end;
                }
            } else if (c == -1 || c == ' ') {
                put(text, start, end);
                start = end;
            }
            spaces = c == ' ';
        }
    }

    void singleQuoted(int[] text, int indent, boolean mayFold) {
        put("'");
        int start = 0;
        boolean spaces = false;
        boolean breaks = false;
        for (int end = 0; end <= text.length; end++) {
            int c = end < text.length ? text[end] : -1;
            if (spaces && c != ' ') {
                boolean inside = start != 0 && end != text.length;
                if (start + 1 == end && column > WIDTH && mayFold && inside) {
                    newLine(indent);
                } else {
                    put(text, start, end);
                }
                start = end;
            } else if (breaks && !ScalarAnalysis.isBreak(c)) {
                lineBreaks(text, start, end, indent);
                start = end;
            } else if (!spaces
                    && !breaks
                    && (c == -1 || c == ' ' || ScalarAnalysis.isBreak(c) || c == '\'')) {
                put(text, start, end);
                start = end;
            }
            if (c == '\'') {
                put("''");
                start = end + 1;
            }
            spaces = c == ' ';
            breaks = ScalarAnalysis.isBreak(c);
        }
        put("'");
    }

    private void lineBreaks(int[] text, int start, int end, int indent) {
        if (text[start] == '\n') {
            out.append('\n');
        }
        for (int i = start; i < end; i++) {
            out.appendCodePoint(text[i]);
        }
        out.append(" ".repeat(indent));
        column = indent;
    }

    void doubleQuoted(int[] text, int indent, boolean mayFold) {
        put("\"");
        int start = 0;
        for (int end = 0; end <= text.length; end++) {
            int c = end < text.length ? text[end] : -1;
            if (c == -1 || needsEscape(c)) {
                put(text, start, end);
                start = end;
                if (c != -1) {
                    put(escape(c));
                    start = end + 1;
                }
            }
            boolean inside = end > 0 && end < text.length - 1;
            if (inside && (c == ' ' || start >= end) && column + (end - start) > WIDTH && mayFold) {
                put(text, start, end);
                put("\\");
                start = Math.max(start, end);
                newLine(indent);
                if (text[start] == ' ') {
                    put("\\");
                }
            }
        }
        put("\"");
    }

    private static boolean needsEscape(int c) {
        boolean safe =
                (c >= 0x20 && c <= 0x7e)
                        || (c >= 0xa0 && c <= 0xd7ff)
                        || (c >= 0xe000 && c <= 0xfffd);
        return !safe
                || c == '"'
                || c == '\\'
                || c == 0x85
                || c == 0x2028
                || c == 0x2029
                || c == 0xfeff;
    }

    private static String escape(int c) {
        String named = ESCAPES.get(c);
        if (named != null) {
            return "\\" + named;
        }
        String format = c <= 0xff ? "\\x%02X" : c <= 0xffff ? "\\u%04X" : "\\U%08X";
        return String.format(Locale.ROOT, format, c);
    }

    private void put(int[] text, int start, int end) {
        for (int i = start; i < end; i++) {
            out.appendCodePoint(text[i]);
        }
        column += Math.max(0, end - start);
    }
}
