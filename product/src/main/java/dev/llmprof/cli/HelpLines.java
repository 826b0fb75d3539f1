package dev.llmprof.cli;

import java.util.ArrayList;
import java.util.List;

/// Sentences of the help that are made from lists, in lines that an 80-column terminal leaves
/// whole.
public final class HelpLines {
    private static final int COLUMNS = 79;

    private HelpLines() {}

    public static List<String> filled(String text) {
        List<String> lines = new ArrayList<>();
        var line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > COLUMNS) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
