package dev.llmprof.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/// Help in lines that an 80-column terminal leaves whole.
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

    /// Descriptions of a command and of those below it, filled anew however they were written, and
    /// in the usage the program that a command runs. Examples stay as they are: they are copied.
    static void fit(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        var usage = spec.usageMessage();
        usage.description(paragraphs(List.of(usage.description())).toArray(String[]::new));
        if (spec.userObject() instanceof Wraps) {
            usage.customSynopsis(synopsis(spec));
        }
        spec.subcommands().values().forEach(HelpLines::fit);
    }

    /// Empty lines part them.
    private static List<String> paragraphs(List<String> lines) {
        List<String> filled = new ArrayList<>();
        var paragraph = new StringBuilder();
        for (String line : lines) {
            if (line.isBlank()) {
                flush(paragraph, filled);
                filled.add("");
            } else {
                paragraph.append(paragraph.isEmpty() ? "" : " ").append(line.strip());
            }
        }
        flush(paragraph, filled);
        return filled;
    }

    private static void flush(StringBuilder paragraph, List<String> filled) {
        if (!paragraph.isEmpty()) {
            filled.addAll(filled(paragraph.toString()));
            paragraph.setLength(0);
        }
    }

    private static String synopsis(CommandSpec spec) {
        var text = new StringBuilder(spec.qualifiedName()).append(" [OPTION...]");
        for (var parameter : spec.positionalParameters()) {
            boolean needed = parameter.arity().min() > 0;
            text.append(needed ? " " : " [").append(parameter.paramLabel());
            text.append(parameter.arity().max() > 1 ? "..." : "").append(needed ? "" : "]");
        }
        return text.append(" [-- PROGRAM [ARGUMENT...]]").toString();
    }
}
