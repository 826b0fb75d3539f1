package dev.llmprof.report.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Words of a report lead to what they mean, on the page itself and in docs/reading.md.
class ReportTermsTest {
    private static final Path GUIDE = Path.of("../docs/reading.md");

    @Test
    void aCardAndAColumnLeadToTheirMeaningAndOnlyThoseAreExplained() {
        String page = page(List.of("phase", "MBU", "unheard of"));

        assertTrue(page.contains("<dt><a class=\"term\" href=\"#term-mfu\">MFU, decode</a></dt>"));
        assertTrue(
                page.contains(
                        "MBU</button><a class=\"term\" href=\"#term-mbu\" aria-label=\"what MBU"
                                + " means\">?</a></th>"));
        assertTrue(page.contains("unheard of</button></th>"));
        assertTrue(page.contains("<li><a href=\"#terms\">"));
        for (String id : List.of("term-mfu", "term-mbu", "term-phase")) {
            assertTrue(page.contains("<div id=\"" + id + "\"><dt>"), id);
        }
        assertFalse(page.contains("id=\"term-noise\""));
    }

    @Test
    void aPageWithoutSuchWordsHasNoListOfThem() {
        var document =
                new Document(
                        "t", "s", List.of(new Section("a", "A", List.of(new Block.Heading("b")))));

        assertFalse(Html.page(document).contains("id=\"terms\""));
    }

    @Test
    void noTwoTermsHaveOneAnchorOrOneLabel() {
        Set<String> seen = new HashSet<>();
        for (ReportTerms.Term term : ReportTerms.shipped().terms()) {
            assertTrue(seen.add(term.id()), term.id());
            term.labels().forEach(label -> assertTrue(seen.add(label), label));
        }
    }

    @Test
    void theGuideExplainsEachInTheSameWords() throws IOException {
        String guide = Files.readString(GUIDE);
        List<String> missing =
                ReportTerms.shipped().terms().stream()
                        .map(term -> "| " + term.name() + " | " + term.meaning() + " |")
                        .filter(row -> !guide.contains(row))
                        .toList();
        assertEquals(List.of(), missing);
    }

    private static String page(List<String> columns) {
        var card = new Block.Card("MFU, decode", Cell.text("1 %"), "");
        var grid =
                new Block.Grid(
                        "a table",
                        columns.stream().map(Block.Column::words).toList(),
                        List.of(columns.stream().<Cell>map(Cell::text).toList()));
        return Html.page(
                new Document(
                        "t",
                        "s",
                        List.of(
                                new Section(
                                        "a", "A", List.of(new Block.Cards(List.of(card)), grid)))));
    }
}
