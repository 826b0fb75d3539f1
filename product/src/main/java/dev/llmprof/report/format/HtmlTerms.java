package dev.llmprof.report.format;

import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import java.util.List;
import java.util.stream.Stream;

/// Words of a report as links to what they mean, and the part of the page that says it: a page is
/// read without a network.
final class HtmlTerms {
    static final String TITLE = "What the words mean";
    private static final ReportTerms TERMS = ReportTerms.shipped();

    private HtmlTerms() {}

    /// A label that leads to its meaning, if it has one.
    static String linked(String label) {
        String text = Html.escaped(label);
        return TERMS.meaning(label)
                .map(term -> "<a class=\"term\" href=\"#" + term.id() + "\">" + text + "</a>")
                .orElse(text);
    }

    /// A link beside something that can be clicked itself.
    static String mark(String label) {
        return TERMS.meaning(label)
                .map(term ->
                        "<a class=\"term\" href=\"#%s\" aria-label=\"what %s means\">?</a>"
                                .formatted(term.id(), Html.escaped(term.name())))
                .orElse("");
    }

    /// Those that the document uses, in the order of the list.
    static List<ReportTerms.Term> of(Document document) {
        List<ReportTerms.Term> used =
                document.sections().stream()
                        .flatMap(HtmlTerms::labels)
                        .flatMap(label -> TERMS.meaning(label).stream())
                        .distinct()
                        .toList();
        return TERMS.terms().stream().filter(used::contains).toList();
    }

    static void append(StringBuilder out, List<ReportTerms.Term> terms) {
        if (terms.isEmpty()) {
            return;
        }
        out.append("<section id=\"terms\" aria-labelledby=\"h-terms\">\n<h2 id=\"h-terms\">");
        out.append(TITLE).append("</h2>\n<dl class=\"terms\">\n");
        for (ReportTerms.Term term : terms) {
            out.append("<div id=\"").append(term.id()).append("\"><dt>");
            out.append(Html.escaped(term.name())).append("</dt><dd>");
            out.append(Html.escaped(term.meaning())).append("</dd></div>\n");
        }
        out.append(
                "</dl>\n<p>What good values are and what to do next: docs/reading.md of llmprof.");
        out.append("</p>\n</section>\n");
    }

    private static Stream<String> labels(Section section) {
        return Stream.concat(
                Stream.of(section.title()), section.blocks().stream().flatMap(HtmlTerms::labels));
    }

    private static Stream<String> labels(Block block) {
        return switch (block) {
            case Block.Cards(List<Block.Card> cards) -> cards.stream().map(Block.Card::label);
            case Block.Grid grid -> grid.columns().stream().map(Block.Column::title);
            case Block.Heading _,
                    Block.Paragraph _,
                    Block.Note _,
                    Block.Bullets _,
                    Block.Commands _,
                    Block.Links _,
                    Block.Leads _,
                    Block.Figure _,
                    Block.Changes _,
                    Block.Intervals _ ->
                    Stream.empty();
        };
    }
}
