package dev.llmprof.report.format;

import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.ChangeRow;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.IntervalRow;
import dev.llmprof.report.block.Section;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/// Blocks as GitHub-flavoured Markdown.
public final class Markdown {

    private Markdown() {}

    public static String text(Document document) {
        var out = new StringBuilder("# " + escaped(document.title()) + "\n\n");
        if (!document.subtitle().isEmpty()) {
            out.append(escaped(document.subtitle())).append("\n\n");
        }
        if (!document.facts().isEmpty()) {
            out.append(
                            bullets(
                                    document.facts().stream()
                                            .map(fact -> fact.label() + ": " + fact.value())
                                            .toList()))
                    .append("\n\n");
        }
        for (Section section : document.sections()) {
            out.append("## ").append(escaped(section.title())).append("\n\n");
            section.blocks().forEach(block -> append(out, block));
        }
        return out.toString().stripTrailing() + "\n";
    }

    private static void append(StringBuilder out, Block block) {
        out.append(
                        switch (block) {
                            case Block.Heading(String text) -> "### " + escaped(text);
                            case Block.Paragraph(String text) -> escaped(text);
                            case Block.Note(Block.Tone tone, String text) ->
                                    "> **" + word(tone) + "** " + escaped(text);
                            case Block.Bullets(List<String> items) -> bullets(items);
                            case Block.Commands(List<String> lines) -> fenced(lines);
                            case Block.Links(List<Block.Link> links) -> links(links);
                            case Block.Cards(List<Block.Card> cards) -> cards(cards);
                            case Block.Leads leads -> grid(LeadGrid.of(leads));
                            case Block.Grid grid -> grid(grid);
                            case Block.Changes changes -> grid(ChangeRow.grid(changes));
                            case Block.Intervals intervals -> grid(IntervalRow.grid(intervals));
                            case Block.Figure(String title, String description, _) ->
                                    "*Chart in report.html: "
                                            + escaped(title)
                                            + ".* "
                                            + escaped(description);
                        })
                .append("\n\n");
    }

    static String word(Block.Tone tone) {
        return switch (tone) {
            case INFO -> "Note.";
            case GOOD -> "Good.";
            case WARNING -> "Warning.";
            case MISSING -> "Not measured.";
        };
    }

    private static String bullets(List<String> items) {
        var lines = new StringJoiner("\n");
        items.forEach(item -> lines.add("- " + escaped(item)));
        return lines.toString();
    }

    /// The fence is longer than any run of backticks inside.
    private static String fenced(List<String> lines) {
        String body = String.join("\n", lines);
        String fence = "```";
        while (body.contains(fence)) {
            fence += "`";
        }
        return fence + "\n" + body + "\n" + fence;
    }

    private static String links(List<Block.Link> links) {
        var lines = new StringJoiner("\n");
        for (Block.Link link : links) {
            lines.add("- [" + escaped(link.label()) + "](<" + target(link.relative()) + ">)");
        }
        return lines.toString();
    }

    private static String target(String path) {
        var target = new StringBuilder();
        path.chars()
                .forEach(c -> {
                    if (c < ' ' || c == 0x7f || c == '<' || c == '>') {
                        target.append(String.format(Locale.ROOT, "%%%02X", c));
                    } else {
                        target.append((char) c);
                    }
                });
        return target.toString();
    }

    private static String cards(List<Block.Card> cards) {
        var lines = new StringJoiner("\n");
        lines.add("| | | |").add("| :--- | ---: | :--- |");
        for (Block.Card card : cards) {
            lines.add(
                    "| "
                            + escaped(card.label())
                            + " | "
                            + cell(card.value())
                            + " | "
                            + escaped(card.hint())
                            + " |");
        }
        return lines.toString();
    }

    private static String grid(Block.Grid grid) {
        var lines = new StringJoiner("\n");
        if (!grid.caption().isEmpty()) {
            lines.add(escaped(grid.caption())).add("");
        }
        var head = new StringJoiner(" | ", "| ", " |");
        var rule = new StringJoiner(" | ", "| ", " |");
        for (Block.Column column : grid.columns()) {
            head.add(escaped(column.title()));
            rule.add(column.kind() == Block.Kind.NUMBER ? "---:" : ":---");
        }
        lines.add(head.toString()).add(rule.toString());
        for (List<Cell> row : grid.rows()) {
            var line = new StringJoiner(" | ", "| ", " |");
            row.forEach(value -> line.add(cell(value)));
            lines.add(line.toString());
        }
        if (grid.rowsLeftOut() > 0) {
            lines.add("").add(Cell.count(grid.rowsLeftOut()).shown() + " more rows in the CSV.");
        }
        return lines.toString();
    }

    private static String cell(Cell cell) {
        return cell instanceof Cell.Name(String name) ? code(name) : escaped(cell.shown());
    }

    private static String code(String name) {
        // A table is split at bars before code spans are seen.
        String text = oneLine(name).replace("|", "\\|");
        if (text.isBlank()) {
            return "";
        }
        if (!text.contains("`")) {
            return "`" + text + "`";
        }
        String fence = "``";
        while (text.contains(fence)) {
            fence += "`";
        }
        return fence + " " + text + " " + fence;
    }

    static String escaped(String text) {
        String line = oneLine(text);
        var out = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            boolean special = "\\`*[]<|~".indexOf(c) >= 0 || (c == '_' && !insideWord(line, i));
            boolean block = i == 0 && "#>+-=".indexOf(c) >= 0;
            out.append(special || block ? "\\" : "").append(c);
        }
        return out.toString();
    }

    private static boolean insideWord(String line, int i) {
        return i > 0
                && i + 1 < line.length()
                && Character.isLetterOrDigit(line.charAt(i - 1))
                && Character.isLetterOrDigit(line.charAt(i + 1));
    }

    private static String oneLine(String text) {
        return text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
    }
}
