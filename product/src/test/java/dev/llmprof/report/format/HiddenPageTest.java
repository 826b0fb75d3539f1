package dev.llmprof.report.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.process.Command;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Block.Column;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import dev.llmprof.secret.Secrets;
import dev.llmprof.tool.ShellQuote;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HiddenPageTest {

    @Test
    void nothingOfThePageItselfLooksLikeASecret() {
        String page = Html.page(new Document("run", "", List.of()));

        assertEquals(page, Secrets.hide(page));
    }

    /// A name that holds a secret, with a mark that each format spells in its own way.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "zSpelt1\"x",
                "zSpelt2<x&y",
                "zSpelt3|x",
                "zSpelt4*x_",
                "zSpelt5é[x]",
                "zSpelt6'x",
                "zSpelt7`x~",
                "zSpelt8\\x",
                "zSpelt9__x",
                "zSpelt0,x"
            })
    void aSecretIsFoundInEveryFormatsSpelling(String secret) throws IOException {
        Secrets.learn("SPELT_TOKEN", secret);
        Block.Grid grid = grid(secret);
        Document document = document(secret, grid);
        for (String text :
                List.of(
                        Html.page(document),
                        Markdown.text(document),
                        Csv.text(grid),
                        Terminal.text(List.of(grid), 12),
                        ShellQuote.line(Command.of("run", secret)),
                        new ObjectMapper().writeValueAsString(secret))) {
            String shown = Secrets.hide(text);
            int at = shown.indexOf("zSpelt");
            assertEquals("", at < 0 ? "" : shown.substring(at, Math.min(shown.length(), at + 40)));
        }
    }

    private static Block.Grid grid(String word) {
        return new Block.Grid(
                "k " + word,
                List.of(Column.words("name"), Column.words("text")),
                List.of(List.of(new Cell.Name("n " + word), new Cell.Text("t " + word))),
                0);
    }

    private static Document document(String word, Block.Grid grid) {
        var node = new Chart.Treemap.Node("m " + word, 2, List.of());
        var chart =
                new Block.Figure(
                        "f " + word,
                        "",
                        new Chart.Treemap(new Chart.Treemap.Node("all", 2, List.of(node))));
        var paragraph = new Block.Paragraph("p " + word);
        var section = new Section("s", "S " + word, List.of(paragraph, grid, chart));
        return new Document("d " + word, "", List.of(section));
    }
}
