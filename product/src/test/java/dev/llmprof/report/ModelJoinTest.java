package dev.llmprof.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.analysis.Capture;
import dev.llmprof.analysis.OperatorJoin;
import dev.llmprof.analysis.PaperCostings;
import dev.llmprof.analysis.Prediction;
import dev.llmprof.analysis.Predictions;
import dev.llmprof.analysis.TracedRequests;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.model.Architectures;
import dev.llmprof.model.Counting;
import dev.llmprof.model.Images;
import dev.llmprof.model.ModelConfig;
import dev.llmprof.model.Precision;
import dev.llmprof.model.Request;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Qwen1.5-0.5B on an H100: one forward pass of 16 prompts with 559 tokens each.
class ModelJoinTest {
    private static final String QWEN =
            "kineto/tracelens/h100_Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz";
    private static final String CONFIG =
            """
            {"model_type": "qwen2", "hidden_size": 1024, "intermediate_size": 2816,
             "num_hidden_layers": 24, "num_attention_heads": 16, "num_key_value_heads": 16,
             "vocab_size": 151936, "tie_word_embeddings": true, "torch_dtype": "bfloat16"}
            """;

    @Test
    void theShapesSayWhatWasAsked() throws IOException {
        Capture capture = Example.capture(SharedData.at(QWEN));
        assertEquals(
                Optional.of(new Request(16, 559, 0, Images.NONE)),
                TracedRequests.of(costings(), capture.operators()));
    }

    @Test
    void everyLevelOfTheJoinIsTheSameTimeToTheNanosecond() throws IOException {
        OperatorJoin join = join();
        assertEquals("prefill", join.phase());
        assertEquals(45_647_300, join.measuredNanos());
        long rows = join.rows().stream().mapToLong(OperatorJoin.Row::measuredNanos).sum();
        long rest = join.rest().stream().mapToLong(each -> each.deviceNanos()).sum();
        assertEquals(45_647_300, rows + rest);
        assertEquals(
                45_647_300 - 31_905_473,
                join.rest().stream()
                        .filter(each -> each.name().equals("no operator known"))
                        .mapToLong(each -> each.deviceNanos())
                        .sum());
    }

    @Test
    void matrixProductsMeetTheirOperatorsByShape() throws IOException {
        OperatorJoin join = join();
        OperatorJoin.Row square = row(join, List.of("q_proj", "k_proj", "v_proj", "o_proj"));
        assertEquals(OperatorJoin.Match.SHAPE, square.match());
        assertEquals(2_329_075 + 778_141, square.measuredNanos());
        assertEquals(4_055_251, row(join, List.of("gate_proj", "up_proj")).measuredNanos());
        // 4 × 24 products of 8944×1024×1024 at the dense bf16 peak of 989.4 TFLOP/s.
        assertEquals(4 * 24 * 2.0 * 8944 * 1024 * 1024, square.flops(), 24 * 3 * 8944 * 1024.0);
        assertTrue(square.boundNanos() < square.measuredNanos());
    }

    @Test
    void nothingRanFasterThanItsBound() throws IOException {
        assertFalse(prediction().parts().stream().anyMatch(Prediction.Part::impossible));
    }

    @Test
    void coverageAndTheLargestRestArePrinted() throws IOException {
        var findings =
                Example.findings(SharedData.at(QWEN), Optional.empty(), Optional.of(prediction()));
        JsonNode metrics = new JsonMapper().readTree(MetricsJson.text(findings));
        assertEquals(Set.of(), Set.copyOf(ReportFilesTest.schema().validate(metrics)));
        JsonNode join = metrics.at("/prediction/model_operators/0");
        assertEquals(45_647_300, join.path("measured_ns").asLong());
        assertTrue(join.path("largest_unexplained").size() > 5);
        String markdown = Markdown.text(Reports.markdown(findings));
        assertTrue(markdown.contains("Not explained by the model"), markdown);
        assertTrue(markdown.contains("| prefill | 1 | 45.6 ms |"), markdown);
    }

    private static OperatorJoin join() throws IOException {
        return prediction().joins().getFirst();
    }

    private static OperatorJoin.Row row(OperatorJoin join, List<String> names) {
        return join.rows().stream()
                .filter(row -> row.names().equals(names))
                .findFirst()
                .orElseThrow(() -> new AssertionError(join.rows().toString()));
    }

    private static Prediction prediction() throws IOException {
        Capture capture = Example.capture(SharedData.at(QWEN));
        var paper = costings().of(new Request(16, 559, 0, Images.NONE));
        return Predictions.of(paper, Optional.of(capture), Optional.empty());
    }

    private static PaperCostings costings() {
        byte[] json = CONFIG.getBytes(StandardCharsets.UTF_8);
        return new PaperCostings(
                Architectures.read(ModelConfig.parse(json, "config.json")),
                Counting.of(Precision.BF16),
                ShippedGpus.catalogue().named("h100-sxm5-80gb"));
    }
}
