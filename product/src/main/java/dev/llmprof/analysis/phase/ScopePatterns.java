package dev.llmprof.analysis.phase;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The patterns of `scopes.txt`.
final class ScopePatterns {
    static final List<Row> ALL = read();

    private ScopePatterns() {}

    /// One pattern and the names it is tried on.
    record Row(String engine, String since, String part, Pattern pattern, List<String> examples) {}

    private static List<Row> read() {
        List<Row> rows = new ArrayList<>();
        for (String line : StepPatterns.text("scopes.txt").lines().toList()) {
            if (line.startsWith(" ")) {
                rows.getLast().examples().add(line.strip());
            } else if (!line.isBlank() && !line.startsWith("#")) {
                String[] words = line.split(" +", 4);
                rows.add(
                        new Row(
                                words[0],
                                words[1],
                                words[2],
                                Pattern.compile(words[3]),
                                new ArrayList<>()));
            }
        }
        return List.copyOf(rows);
    }
}
