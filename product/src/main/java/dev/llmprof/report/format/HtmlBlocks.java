package dev.llmprof.report.format;

import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Section;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Blocks as HTML elements. Every text goes through [Html#escaped].
final class HtmlBlocks {

    private HtmlBlocks() {}

    static void append(StringBuilder out, Section section, Set<String> files) {
        out.append("<section id=\"").append(section.id()).append("\" aria-labelledby=\"h-");
        out.append(section.id()).append("\">\n<h2 id=\"h-").append(section.id()).append("\">");
        out.append(HtmlTerms.linked(section.title())).append("</h2>\n");
        int number = 0;
        for (Block block : section.blocks()) {
            append(out, block, section.id() + "-" + number++, files);
        }
        out.append("</section>\n");
    }

    private static void append(StringBuilder out, Block block, String id, Set<String> files) {
        switch (block) {
            case Block.Heading(String text) -> element(out, "h3", text);
            case Block.Paragraph(String text) -> element(out, "p", text);
            case Block.Note(Block.Tone tone, String text) -> note(out, tone, text);
            case Block.Bullets(List<String> items) -> bullets(out, items);
            case Block.Commands(List<String> lines) -> commands(out, lines);
            case Block.Links(List<Block.Link> links) -> links(out, links);
            case Block.Cards(List<Block.Card> cards) -> cards(out, cards);
            case Block.Leads(List<Block.Lead> leads) -> leads(out, leads);
            case Block.Grid grid -> HtmlGrid.append(out, grid, id, files);
            case Block.Figure figure -> figure(out, figure, id);
            case Block.Changes changes -> HtmlChanges.append(out, changes);
            case Block.Intervals intervals -> HtmlChanges.append(out, intervals);
        }
        out.append('\n');
    }

    private static void element(StringBuilder out, String tag, String text) {
        out.append('<').append(tag).append('>').append(Html.escaped(text));
        out.append("</").append(tag).append('>');
    }

    private static void note(StringBuilder out, Block.Tone tone, String text) {
        out.append("<p class=\"note ").append(tone.name().toLowerCase(Locale.ROOT));
        out.append("\"><strong>").append(Markdown.word(tone)).append("</strong> ");
        out.append(Html.escaped(text)).append("</p>");
    }

    private static void bullets(StringBuilder out, List<String> items) {
        out.append("<ul>");
        items.forEach(item -> element(out, "li", item));
        out.append("</ul>");
    }

    private static void commands(StringBuilder out, List<String> lines) {
        out.append("<div class=\"commands\">");
        for (String line : lines) {
            out.append("<div><pre><code>").append(Html.escaped(line)).append("</code></pre>");
            out.append("<button type=\"button\" class=\"copy\">Copy</button></div>");
        }
        out.append("</div>");
    }

    private static void links(StringBuilder out, List<Block.Link> links) {
        out.append("<ul class=\"links\">");
        for (Block.Link link : links) {
            out.append("<li><a href=\"").append(Html.escaped(link.relative()));
            out.append("\">").append(Html.escaped(link.label())).append("</a></li>");
        }
        out.append("</ul>");
    }

    private static void cards(StringBuilder out, List<Block.Card> cards) {
        out.append("<dl class=\"cards\">");
        for (Block.Card card : cards) {
            out.append("<div><dt>").append(HtmlTerms.linked(card.label())).append("</dt><dd>");
            out.append("<span class=\"value\">").append(Html.escaped(card.value().shown()));
            out.append("</span>");
            out.append("<span class=\"hint\">").append(Html.escaped(card.hint())).append("</span>");
            out.append("</dd></div>");
        }
        out.append("</dl>");
    }

    private static void leads(StringBuilder out, List<Block.Lead> leads) {
        out.append("<ol class=\"leads\">");
        for (Block.Lead lead : leads) {
            out.append("<li class=\"").append(Html.escaped(lead.weight())).append("\"><p><b>");
            boolean linked = !lead.section().isEmpty();
            out.append(linked ? "<a href=\"#" + lead.section() + "\">" : "");
            out.append(Html.escaped(lead.finding())).append(linked ? "</a>" : "");
            out.append("</b> <span class=\"weight\">").append(Html.escaped(lead.weight()));
            out.append("</span></p><p>").append(Html.escaped(lead.evidence()));
            out.append("</p><p><b>Try</b> ").append(Html.escaped(lead.step()));
            out.append("</p><p class=\"saving\">Could save: ");
            out.append(Html.escaped(lead.saving())).append("</p></li>");
        }
        out.append("</ol>");
    }

    private static void figure(StringBuilder out, Block.Figure figure, String id) {
        String kind = ChartJson.kind(figure.chart());
        out.append("<figure class=\"chart ").append(kind).append("\"><figcaption id=\"c-");
        out.append(id).append("\"><strong>").append(Html.escaped(figure.title()));
        out.append("</strong> ").append(Html.escaped(figure.description()));
        out.append("</figcaption><div class=\"plot\" role=\"");
        out.append(ChartJson.interactive(figure.chart()) ? "group" : "img");
        out.append("\" aria-labelledby=\"c-");
        out.append(id).append("\" data-kind=\"").append(kind).append("\" data-source=\"d-");
        out.append(id).append("\"></div><script type=\"application/json\" id=\"d-").append(id);
        out.append("\">").append(ChartJson.text(figure.chart())).append("</script></figure>");
    }
}
