package dev.llmprof.config.yaml;

import dev.llmprof.config.error.Kind;

/// Brings a text to what PyYAML reads of it, where the parser below reads more or less: tabs
/// between values, line breaks of other scripts, and `-` and `?` between brackets. Most texts have
/// none of these and stay as they are.
final class FlowMarks {
    private static final String BREAKS = "\u0085\u2028\u2029";

    private final Source source;
    private final String text;
    private final StringBuilder out = new StringBuilder();
    private int at;
    private int brackets;
    private boolean fresh = true;

    private FlowMarks(Source source) {
        this.source = source;
        this.text = source.text();
    }

    static String plain(Source source) {
        return isSuspect(source.text()) ? new FlowMarks(source).walk() : source.text();
    }

    private static boolean isSuspect(String text) {
        boolean open = text.indexOf('[') >= 0 || text.indexOf('{') >= 0;
        return text.chars().anyMatch(c -> c == '\t' || BREAKS.indexOf(c) >= 0)
                || (open && (text.indexOf('?') >= 0 || text.indexOf('-') >= 0));
    }

    private String walk() {
        while (at < text.length()) {
            step(text.charAt(at));
        }
        return out.toString();
    }

    private void step(char c) {
        if ((c == '\'' || c == '"') && fresh) {
            quoted(c);
        } else if (c == '#' && (at == 0 || isBlank(text.charAt(at - 1)))) {
            copyLine();
        } else if ((c == '|' || c == '>') && fresh && brackets == 0) {
            block();
        } else if ((c == '&' || c == '!') && fresh) {
            copyWord();
        } else if (isBreak(c)) {
            out.append(BREAKS.indexOf(c) >= 0 ? '\n' : c);
            fresh = true;
            at++;
        } else if (c == '\t') {
            tab();
        } else {
            bracketed(c);
        }
    }

    /// PyYAML takes blanks for what stands between values, and leading tabs of an empty line.
    private void tab() {
        int next = at;
        while (next < text.length() && isBlankInLine(text.charAt(next))) {
            next++;
        }
        boolean empty =
                (next == text.length() || isBreak(text.charAt(next)))
                        && text.substring(lineStart(), at).isBlank();
        if (!empty) {
            throw mistake("found character '\\t' that cannot start any token", "use spaces");
        }
        out.append(text, at, next);
        at = next;
    }

    private int lineStart() {
        int start = at;
        while (start > 0 && !isBreak(text.charAt(start - 1))) {
            start--;
        }
        return start;
    }

    private void bracketed(char c) {
        if (c == '[' || c == '{') {
            brackets += fresh || brackets > 0 ? 1 : 0;
        } else if (c == ']' || c == '}') {
            brackets = Math.max(0, brackets - 1);
        }
        boolean ends = at + 1 < text.length() && ",]}".indexOf(text.charAt(at + 1)) >= 0;
        if (brackets > 0 && c == '?') {
            if (!fresh) {
                throw mistake("a '?' between brackets begins a key", "quote the text: '?'");
            }
            out.append("? ");
        } else if (brackets > 0 && c == '-' && fresh && ends) {
            out.append("\"-\"");
        } else {
            out.append(c);
        }
        fresh = isFresh(c);
        at++;
    }

    /// Whether a value may begin after this character; a blank leaves it as it was.
    private boolean isFresh(char c) {
        if (c == ' ') {
            char before = at == 0 ? '\n' : text.charAt(at - 1);
            return fresh || ":-?".indexOf(before) >= 0;
        }
        return brackets > 0 && "[{,".indexOf(c) >= 0;
    }

    private void quoted(char quote) {
        int end = at + 1;
        while (end < text.length() && text.charAt(end) != quote) {
            end += quote == '"' && text.charAt(end) == '\\' ? 2 : 1;
        }
        end = Math.min(text.length(), end + 1);
        out.append(text, at, end);
        at = end;
        fresh = false;
    }

    /// An anchor or a tag; the value is still to come.
    private void copyWord() {
        while (at < text.length()
                && !isBlank(text.charAt(at))
                && ",]}".indexOf(text.charAt(at)) < 0) {
            out.append(text.charAt(at++));
        }
    }

    private void copyLine() {
        while (at < text.length() && !isBreak(text.charAt(at))) {
            out.append(text.charAt(at++));
        }
    }

    /// A block goes on while lines are empty or deeper than the key it belongs to.
    private void block() {
        int parent = depth(lineStart());
        copyLine();
        while (at < text.length()) {
            int start = at + 1;
            int deep = start;
            while (deep < text.length() && text.charAt(deep) == ' ') {
                deep++;
            }
            boolean empty = deep >= text.length() || isBreak(text.charAt(deep));
            if (!empty && deep - start <= parent) {
                break;
            }
            out.append(text.charAt(at++));
            copyLine();
        }
        fresh = true;
    }

    /// The column at which a line's key begins, behind the dashes of a list.
    private int depth(int start) {
        int column = start;
        while (column < text.length()
                && (text.charAt(column) == ' '
                        || (text.charAt(column) == '-' && text.startsWith("- ", column)))) {
            column++;
        }
        boolean item =
                column < text.length()
                        && (text.charAt(column) == '|' || text.charAt(column) == '>');
        return item ? Math.max(-1, column - start - 2) : column - start;
    }

    private RuntimeException mistake(String what, String fix) {
        String before = text.substring(0, at);
        int line = (int) before.chars().filter(FlowMarks::isBreak).count() + 1;
        return source.error(
                Kind.YAML_ERROR, "broken YAML: " + what, line, at - lineStart() + 1, fix);
    }

    private static boolean isBlank(int c) {
        return isBlankInLine(c) || isBreak(c);
    }

    private static boolean isBlankInLine(int c) {
        return c == ' ' || c == '\t';
    }

    private static boolean isBreak(int c) {
        return c == '\n' || c == '\r' || BREAKS.indexOf(c) >= 0;
    }
}
