package dev.llmprof.report.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.analysis.workload.PhaseUtilisation;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.analysis.workload.StageAggregates;
import dev.llmprof.analysis.workload.TimeBasis;
import dev.llmprof.trace.WorkloadResults;
import dev.llmprof.trace.WorkloadResults.Item;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The files that existing scripts read.
class ReferenceRunTest {
    private static final StageAggregates AGGREGATES =
            StageAggregates.of(
                    new WorkloadResults(
                            false,
                            new TreeMap<>(),
                            new TreeMap<>(),
                            List.of(),
                            List.of(
                                    item(10_000_000, 40_000_000, 5),
                                    item(30_000_000, 40_000_000, 5)),
                            List.of()));

    @Test
    void metricsHaveTheReferencesShape() throws IOException {
        var peaks = new PhaseUtilisation.DevicePeaks("d", "fp32", 2e12, 1e9);
        var time = TimeBasis.median(TimeBasis.BARE, 2, "warm request");
        var used =
                new RunUtilisation(
                        List.of(
                                new PhaseUtilisation("prefill", 0, 0, 1e9, time, peaks),
                                new PhaseUtilisation("decode", 5e11, 5e8, 1e9, time, peaks)));

        JsonNode json =
                new JsonMapper()
                        .readTree(
                                ReferenceRun.metrics(
                                        AGGREGATES, Optional.of(used), Map.of("d_model", 64L)));

        assertEquals(20, json.at("/aggregates/prefill_ms/mean").asDouble());
        assertEquals(10, json.at("/aggregates/prefill_ms/std").asDouble());
        assertEquals(0, json.at("/aggregates/decode_ms/std").asDouble());
        assertEquals(100, json.at("/aggregates/tokens_per_s/mean").asDouble());
        JsonNode stages = json.at("/aggregates/stage_ms");
        assertEquals(6, stages.at("/vision/mean").asDouble());
        assertEquals(
                stages.at("/vision/mean").asDouble(),
                stages.at("/sam/mean").asDouble()
                        + stages.at("/clip/mean").asDouble()
                        + stages.at("/projector/mean").asDouble(),
                1e-12);
        assertEquals(0.125, json.path("mfu_model_level").asDouble());
        assertEquals(0.25, json.at("/mfu_per_stage/decode").asDouble());
        assertEquals(0.5, json.at("/mbu_per_stage/decode").asDouble());
        assertEquals("decode", json.at("/utilisation/1/phase").asText());
        assertEquals(0.25, json.at("/utilisation/1/mfu").asDouble());
        assertEquals(2, json.path("peak_tflops").asDouble());
        assertEquals(64, json.at("/model_dims/d_model").asInt());
    }

    @Test
    void whatIsNotKnownIsNullAndNotNought() throws IOException {
        JsonNode json =
                new JsonMapper()
                        .readTree(ReferenceRun.metrics(AGGREGATES, Optional.empty(), Map.of()));

        assertTrue(json.path("mfu_model_level").isNull());
        assertTrue(json.path("peak_tflops").isNull());
    }

    @Test
    void theReportSaysWhatWasLeftOut() {
        String text =
                ReferenceRun.report(
                        Instant.EPOCH, "cpu", AGGREGATES, Optional.empty(), List.of("no stacks"));

        assertTrue(text.contains("- Timestamp: 1970-01-01T00:00:00Z\n"), text);
        assertTrue(text.contains("- Prefill (ms): 20.000 ± 10.000\n"), text);
        assertTrue(text.contains("Vision is nested within prefill; do not add the two.\n"), text);
        assertTrue(text.contains("Unknown: the model or the device was not recognised."), text);
        assertTrue(text.endsWith("\n## Notes\n\n- no stacks\n"), text);
    }

    private static Item item(long prefill, long decode, long tokens) {
        return new Item(
                "a", prefill, decode, 6_000_000, 3_000_000, 2_000_000, 1_000_000, 7, tokens, 1,
                false, false);
    }
}
