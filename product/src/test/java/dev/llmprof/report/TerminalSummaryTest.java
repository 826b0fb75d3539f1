package dev.llmprof.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.Provenance;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TerminalSummaryTest {
    private static final Path CPU =
            Path.of("src/test/resources/kineto-own/torch-cpu/llama_generate_shapes.json.gz");
    private static final Path HOSTILE =
            Path.of("src/test/resources/kineto-own/edge/idle_categories.json");

    @Test
    void noLineIsLongerThanANarrowScreen() throws IOException {
        for (Path trace : List.of(CPU, HOSTILE)) {
            assertFits(Example.findings(trace));
        }
    }

    @Test
    void kernelsWithLongNamesFitToo() throws IOException {
        assertFits(
                Example.findings(
                        SharedData.at(
                                "kineto/tracelens/h100_Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz")));
    }

    @Test
    void aRunThatLeftNothingHasNothingToSay() {
        var nothing =
                new Findings(
                        "Run x",
                        "",
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        new Provenance("llmprof test", List.of(), List.of()));
        assertEquals("", Terminal.text(TerminalSummary.of(nothing), 80));
    }

    @Test
    void aNumberStaysWithItsPercentSign() {
        String text =
                Terminal.text(List.of(new Block.Paragraph("explained prefill 64.5 %, decode")), 22);
        assertEquals("explained prefill\n64.5 %, decode", text);
    }

    private static void assertFits(Findings findings) {
        for (String line : Terminal.text(TerminalSummary.of(findings), 80).split("\n", -1)) {
            assertTrue(line.codePointCount(0, line.length()) <= 80, line);
        }
    }
}
