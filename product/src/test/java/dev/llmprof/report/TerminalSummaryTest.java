package dev.llmprof.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.RunTrust;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.format.Terminal;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.testing.kineto.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    void kernelsWithLongNamesFitToo(@TempDir Path folder) throws IOException {
        for (Recording program : Programs.all().values()) {
            assertFits(Example.findings(program.writtenTo(folder.resolve("own.json"))));
        }
        Optional<Path> real = SharedData.ifHere(Example.QWEN);
        if (real.isPresent()) {
            assertFits(Example.findings(real.get()));
        }
    }

    /// A program without phases, models or a GPU.
    @Test
    void ofAPlainProgramTheOperatorsAreShown(@TempDir Path folder) throws IOException {
        Path trace =
                Files.writeString(
                        folder.resolve("plain.json"),
                        """
                        {"traceEvents": [
                         {"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":1,"ts":0,"dur":100},
                         {"ph":"X","cat":"cpu_op","name":"aten::addmm","pid":1,"tid":1,"ts":10,"dur":80},
                         {"ph":"X","cat":"cpu_op","name":"aten::relu","pid":1,"tid":1,"ts":100,"dur":20}]}
                        """);
        String shown = Terminal.text(TerminalSummary.of(Example.findings(trace)), 80);
        assertTrue(
                shown.contains(
                        """
                        operators: 3 of 3, 100.0 % of 120 µs
                        host own   host total   calls   operator
                         80.0 µs      80.0 µs       1   aten::addmm
                        """),
                shown);
    }

    @Test
    void aRunThatLeftNothingHasNothingToSay() {
        var nothing =
                EmptyFindings.with(
                        new Provenance("llmprof test", List.of(), List.of()), RunTrust.NONE);
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
