package dev.llmprof.run;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a simple terminal shows of a text: carriage returns go back, `ESC[K` clears the rest of the
/// line, colours take no room.
record Screen(List<String> lines, int widest, List<String> drawn) {
    private static final Pattern TOKEN =
            Pattern.compile("\u001b\\[K|\u001b\\[[0-9;]*m|\r|\n|[^\u001b\r\n]+", Pattern.DOTALL);

    /// `drawn` are the texts that stood on a line before it was cleared.
    static Screen of(String text) {
        List<String> lines = new ArrayList<>();
        List<String> drawn = new ArrayList<>();
        var line = new StringBuilder();
        int column = 0;
        int widest = 0;
        Matcher tokens = TOKEN.matcher(text);
        while (tokens.find()) {
            String token = tokens.group();
            switch (token.charAt(0)) {
                case '\r' -> column = 0;
                case '\n' -> {
                    lines.add(line.toString().stripTrailing());
                    line.setLength(0);
                    column = 0;
                }
                case '\u001b' -> {
                    if (token.endsWith("K")) {
                        drawn.add(line.toString());
                        line.setLength(Math.min(column, line.length()));
                    }
                }
                default -> {
                    int end = column + token.length();
                    line.replace(column, Math.min(end, line.length()), token);
                    column = end;
                    widest = Math.max(widest, end);
                }
            }
        }
        lines.add(line.toString());
        return new Screen(lines, widest, drawn);
    }
}
