package dev.llmprof.report.format;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownTest {

    /// A report is read with `cat` too.
    @Test
    void theTargetOfALinkHasNoControlCharacters() {
        var links = new Block.Links(List.of(new Block.Link("a", "x\u001b[31m\n\u007f<é>.json")));
        var document =
                new Document(
                        "t",
                        "",
                        List.of(),
                        List.of(new Section("s", "S", List.of(links))),
                        List.of());

        String text = Markdown.text(document);

        assertTrue(text.contains("[a](<x%1B[31m%0A%7F%3Cé%3E.json>)"), text);
    }
}
