package dev.llmprof.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.format.Csv;
import dev.llmprof.report.format.Html;
import dev.llmprof.report.format.Markdown;
import dev.llmprof.report.format.Terminal;
import dev.llmprof.testing.Golden;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FormatsTest {

    @Test
    void markdownOfEveryBlock() throws IOException {
        Golden.check("everything.md", Markdown.text(Samples.everything()));
    }

    @Test
    void terminalOfEveryBlock() throws IOException {
        List<Block> blocks =
                Samples.everything().sections().stream().flatMap(s -> s.blocks().stream()).toList();
        Golden.check("everything.txt", Terminal.text(blocks, 80) + "\n");
    }

    @Test
    void columnsMoveTogetherBeforeAWordIsCut() {
        var grid =
                new Block.Grid(
                        "",
                        List.of(
                                Block.Column.words("phase"),
                                Block.Column.number("time"),
                                Block.Column.words("hottest")),
                        List.of(
                                List.of(
                                        Cell.text("decode"),
                                        Cell.nanos(8_120_000),
                                        Cell.text("aten::addmv_ 51.2 %"))));
        List<Block> blocks = List.of(grid);
        assertEquals(
                "phase       time   hottest\ndecode   8.12 ms   aten::addmv_ 51.2 %",
                Terminal.text(blocks, 38));
        assertEquals(
                "phase      time  hottest\ndecode  8.12 ms  aten::addmv_ 51.2 %",
                Terminal.text(blocks, 37));
        assertEquals(
                "phase      time  hottest\ndecode  8.12 ms  aten::addmv_ 51.…",
                Terminal.text(blocks, 34));
    }

    @Test
    void csvHasExactNumbersAndQuotes() {
        String[] lines = Csv.text(Samples.grid()).split("\n", -1);
        assertEquals("kernel,total,calls,share", lines[0]);
        assertEquals("<script>alert(1)</script>,12789900,240,0.2815", lines[1]);
        assertEquals("\"void gemm<a|b, 7>(\"\"x\"\")\",9000000,1,0.198", lines[2]);
        assertEquals("`tick`\u001b[31m,,3,0", lines[3]);
    }

    @Test
    void aNameThatLooksLikeAFormulaIsTextInASpreadsheet() {
        var grid =
                new Block.Grid(
                        "",
                        List.of(Block.Column.words("kernel"), Block.Column.number("excess_ns")),
                        List.of(
                                List.of(Cell.name("=HYPERLINK(\"http://x\")"), Cell.nanos(-5)),
                                List.of(Cell.text("@SUM(A1)\nb"), Cell.absent(""))));
        assertEquals(
                "kernel,excess_ns\n\"'=HYPERLINK(\"\"http://x\"\")\",-5\n\"'@SUM(A1)\nb\",\n",
                Csv.text(grid));
    }

    @Test
    void noNameLeavesItsCellInMarkdown() {
        var grid =
                new Block.Grid(
                        "",
                        List.of(Block.Column.words("kernel")),
                        List.of(
                                List.of(Cell.name("a``b`c|d\n# e<script>")),
                                List.of(Cell.text("x|y\r\n<b>[l](u) `z`"))));
        var document = new Document("t", "", List.of(new Section("s", "s", List.of(grid))));
        List<String> lines = Markdown.text(document).lines().toList();
        assertEquals("| ``` a``b`c\\|d # e<script> ``` |", lines.get(6));
        assertEquals("| x\\|y \\<b>\\[l\\](u) \\`z\\` |", lines.get(7));
    }

    @Test
    void samePageForSameInput() {
        assertEquals(Html.page(Samples.everything()), Html.page(Samples.everything()));
    }

    @Test
    void namesCannotLeaveTheirElement() {
        String page = Html.page(Samples.everything());
        assertFalse(page.contains("<script>alert"));
        assertFalse(page.contains("href=\"javascript:"));
        assertTrue(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        assertTrue(page.contains("\\u003cscript>alert(1)\\u003c/script>"));
    }

    @Test
    void headingsStandApartOnATerminal() {
        List<Block> blocks =
                List.of(
                        new Block.Heading("First"),
                        new Block.Paragraph("words"),
                        new Block.Heading("Second"));
        assertEquals("First\nwords\n\nSecond", Terminal.text(blocks, 80));
    }

    @Test
    void cardsWrapOnANarrowTerminal() {
        var cards =
                new Block.Cards(
                        List.of(
                                new Block.Card("Time to first token", Cell.nanos(88e6), ""),
                                new Block.Card("Time per output token", Cell.nanos(4e6), "")));
        assertEquals(
                "Time to first token 88.0 ms\nTime per output token 4.00 ms",
                Terminal.text(List.of(cards), 36));
    }

    @Test
    void terminalObeysNoEscapeSequenceInAName() throws IOException {
        assertFalse(Terminal.text(List.of(Samples.grid()), 80).contains("\u001b"));
    }

    @Test
    void largePageStaysUnderFiveMegabytes() {
        int bytes =
                Html.page(Samples.large()).getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
        assertTrue(bytes < 5_000_000, bytes + " bytes");
    }
}
