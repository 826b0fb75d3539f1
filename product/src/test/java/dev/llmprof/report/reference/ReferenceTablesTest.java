package dev.llmprof.report.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.breakdown.OperatorBreakdown;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.report.format.Markdown;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.IOException;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class ReferenceTablesTest {
    private static final String TRACE = "/kineto-own/torch-cpu/llama_generate_shapes.json.gz";

    @Test
    void groupingByShapeGivesARowForEachShape() throws IOException {
        String plain = Markdown.text(ReferenceTables.operators(findings()));
        String shaped = Markdown.text(ReferenceTables.operatorsByShape(findings()));

        assertFalse(plain.contains("input_shapes"), plain);
        assertTrue(shaped.contains("| input_shapes"), shaped);
        assertTrue(
                shaped.lines().filter(line -> line.contains("`aten::linear`")).count() > 1, shaped);
        assertEquals(
                1, plain.lines().filter(line -> line.contains("`aten::linear`")).count(), plain);
    }

    @Test
    void noCallIsLostBetweenTheTwo() throws IOException {
        Capture capture = capture();
        for (OperatorBreakdown.Row row : capture.host().operators().rows()) {
            long calls =
                    capture.host().operatorsByShape().rows().stream()
                            .filter(each -> each.name().equals(row.name()))
                            .mapToLong(OperatorBreakdown.Row::calls)
                            .sum();
            assertEquals(row.calls(), calls, row.name());
        }
    }

    private static Findings findings() throws IOException {
        return Findings.of(capture());
    }

    private static Capture capture() throws IOException {
        try (var in =
                new GZIPInputStream(
                        Objects.requireNonNull(
                                ReferenceTablesTest.class.getResourceAsStream(TRACE)))) {
            Trace trace = KinetoReader.read("trace", in);
            NestedTrace nested = NestedTrace.of(trace);
            return Capture.of(nested).withPictures(nested);
        }
    }
}
