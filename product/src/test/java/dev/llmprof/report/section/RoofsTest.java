package dev.llmprof.report.section;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.report.block.Chart;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RoofsTest {
    @Test
    void howAFormatAddsUpIsSaidOnlyWhereItMakesADifference() {
        assertEquals(
                List.of("fp16", "bf16, fp16_accumulate_fp16", "fp8"),
                Roofs.of(
                                new TreeMap<>(
                                        Map.of(
                                                "fp16", 1e14,
                                                "fp16_accumulate_fp16", 2e14,
                                                "bf16", 2e14,
                                                "fp8", 4e14,
                                                "fp8_accumulate_fp16", 4e14)))
                        .stream()
                        .map(Chart.Roofline.Ceiling::name)
                        .toList());
    }
}
