package dev.llmprof.report.format;

import dev.llmprof.problem.PlainText;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.ChangeRow;
import dev.llmprof.report.block.IntervalRow;
import dev.llmprof.secret.Secrets;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/// Blocks as plain lines for a terminal of a given width.
public final class Terminal {
    private Terminal() {}

    public static String text(List<Block> blocks, int width) {
        var out = new StringJoiner("\n");
        for (Block block : blocks) {
            boolean apart = block instanceof Block.Heading && out.length() > 0;
            out.add((apart ? "\n" : "") + text(block, width));
        }
        return out.toString();
    }

    private static String text(Block block, int width) {
        return switch (block) {
            case Block.Heading(String text) -> clean(text);
            case Block.Paragraph(String text) -> wrapped(clean(text), width);
            case Block.Note(Block.Tone tone, String text) ->
                    wrapped(Markdown.word(tone) + " " + clean(text), width);
            case Block.Bullets(List<String> items) -> bullets(items, width);
            case Block.Commands(List<String> lines) -> lines(lines, "  ");
            case Block.Links(List<Block.Link> links) -> links(links);
            case Block.Cards(List<Block.Card> cards) -> cards(cards, width);
            case Block.Leads(List<Block.Lead> leads) -> leads(leads, width);
            case Block.Grid grid -> grid(grid, width);
            case Block.Changes changes -> grid(ChangeRow.grid(changes), width);
            case Block.Intervals intervals -> grid(IntervalRow.grid(intervals), width);
            case Block.Figure(String title, String description, _) ->
                    wrapped(clean(title) + ": " + clean(description), width);
        };
    }

    private static String lines(List<String> items, String lead) {
        var out = new StringJoiner("\n");
        items.forEach(item -> out.add(lead + clean(item)));
        return out.toString();
    }

    private static String bullets(List<String> items, int width) {
        var out = new StringJoiner("\n");
        items.forEach(item -> out.add(hanging("- ", item, width)));
        return out.toString();
    }

    /// What to try on a line of its own.
    private static String leads(List<Block.Lead> leads, int width) {
        var out = new StringJoiner("\n");
        for (Block.Lead lead : leads) {
            String saving = lead.saving().isEmpty() ? "" : "; could save " + lead.saving();
            out.add(hanging("- ", lead.finding() + ": " + lead.evidence() + saving, width));
            out.add(hanging("  ", "try: " + lead.step(), width));
        }
        return out.toString();
    }

    private static String hanging(String mark, String text, int width) {
        var words = new StringJoiner(" ");
        for (String word : clean(text).split(" ", -1)) {
            words.add(clipped(word, width - 2));
        }
        return mark + wrapped(words.toString(), width - 2).replace("\n", "\n  ");
    }

    private static String links(List<Block.Link> links) {
        int label = links.stream().mapToInt(link -> columns(link.label())).max().orElse(0);
        var out = new StringJoiner("\n");
        links.forEach(link -> out.add(left(clean(link.label()), label + 2) + clean(link.target())));
        return out.toString();
    }

    /// As many on a line as fit; none is parted.
    private static String cards(List<Block.Card> cards, int width) {
        var out = new StringBuilder();
        int used = 0;
        for (Block.Card card : cards) {
            String text = clean(card.label() + " " + card.value().shown());
            boolean fits = used > 0 && used + 3 + columns(text) <= width;
            out.append(used == 0 ? "" : fits ? " · " : "\n").append(text);
            used = (fits ? used + 3 : 0) + columns(text);
        }
        return out.toString();
    }

    private static String grid(Block.Grid grid, int width) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(grid.columns().stream().map(Block.Column::title).toList());
        grid.rows().forEach(row -> rows.add(row.stream().map(c -> clean(c.shown())).toList()));
        return TerminalGrid.text(grid.columns(), rows, width);
    }

    private static String wrapped(String text, int width) {
        var out = new StringBuilder();
        int used = 0;
        for (String word : text.split(" (?!%)", -1)) {
            boolean fits = used == 0 || used + 1 + columns(word) <= width;
            out.append(used == 0 ? "" : fits ? " " : "\n").append(word);
            used = (fits && used > 0 ? used + 1 : 0) + columns(word);
        }
        return out.toString();
    }

    /// A kernel's name may carry escape sequences; a terminal must not obey them. A secret goes
    /// before a line is cut, or the rest of it would be none that is known.
    private static String clean(String text) {
        return PlainText.line(Secrets.hide(text).replaceAll("[\\n\\r\\t]", " "));
    }

    static String clipped(String text, int width) {
        if (columns(text) <= width) {
            return text;
        }
        int end = text.offsetByCodePoints(0, Math.max(1, width - 1));
        return text.substring(0, end) + "…";
    }

    static int columns(String text) {
        return text.codePointCount(0, text.length());
    }

    static String left(String text, int width) {
        return text + " ".repeat(Math.max(0, width - columns(text)));
    }

    static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - columns(text))) + text;
    }
}
