package dev.llmprof.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The keys that a page's tables explain: a heading in backticks is a prefix for those below it,
/// and `.name` is a sibling of the key before.
final class DocumentedKeys {
    private static final Pattern HEADING = Pattern.compile("#+ (?:`([a-z_.]+)`)?.*");
    private static final Pattern QUOTED = Pattern.compile("`([A-Za-z_.]+)`");

    private DocumentedKeys() {}

    static Set<String> of(Path page) throws IOException {
        Set<String> keys = new TreeSet<>();
        String prefix = "";
        for (String line : Files.readAllLines(page)) {
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                prefix = heading.group(1) == null ? "" : heading.group(1) + ".";
            } else if (line.startsWith("| `")) {
                addRow(line.substring(2, line.indexOf(" |", 2)), prefix, keys);
            }
        }
        return keys;
    }

    private static void addRow(String cell, String prefix, Set<String> keys) {
        String last = prefix;
        for (MatchResult found : QUOTED.matcher(cell).results().toList()) {
            String name = found.group(1);
            String parent = last.substring(0, Math.max(0, last.lastIndexOf('.')));
            last = name.startsWith(".") ? parent + name : prefix + name;
            keys.add(last);
        }
    }
}
