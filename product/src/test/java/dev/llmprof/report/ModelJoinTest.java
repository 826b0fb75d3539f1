package dev.llmprof.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.prediction.ComparedWork;
import dev.llmprof.analysis.prediction.OperatorJoin;
import dev.llmprof.analysis.prediction.PaperCostings;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.prediction.Predictions;
import dev.llmprof.analysis.prediction.TracedRequests;
import dev.llmprof.app.Wiring;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.model.Architectures;
import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Request;
import dev.llmprof.report.format.Markdown;
import dev.llmprof.report.metrics.MetricsJson;
import dev.llmprof.report.page.PageFiles;
import dev.llmprof.testing.ForwardTrace;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// One forward pass of many prompts on an H100: of a small model whose times we chose, and of
/// Qwen1.5-0.5B where that trace is at hand.
class ModelJoinTest {
    @TempDir static Path folder;

    /// A trace, its model and what is known of it, in nanoseconds.
    record Pass(
            Path trace,
            String config,
            Request request,
            long measured,
            long unknown,
            long square,
            long wide,
            double squareFlops,
            String row) {
        @Override
        public String toString() {
            return trace.getFileName().toString();
        }
    }

    static List<Pass> passes() throws IOException {
        List<Pass> passes = new ArrayList<>();
        passes.add(own(1));
        SharedData.ifHere("kineto/tracelens/h100_Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz")
                .ifPresent(trace -> passes.add(qwen(trace)));
        return passes;
    }

    private static Pass own(double scale) throws IOException {
        double tokens = ForwardTrace.BATCH * ForwardTrace.PROMPT;
        return new Pass(
                ForwardTrace.write(folder.resolve("forward.json"), scale),
                ForwardTrace.CONFIG,
                new Request(ForwardTrace.BATCH, ForwardTrace.PROMPT, 0, Images.NONE),
                ForwardTrace.ALL,
                ForwardTrace.STRANGERS * ForwardTrace.STRANGER,
                ForwardTrace.LAYERS * (3 * ForwardTrace.SQUARE + ForwardTrace.OUTPUT),
                ForwardTrace.LAYERS * 2 * ForwardTrace.WIDE,
                6 * tokens * 256 * (4 * 2 * 256 + 3),
                "| prefill | 1 | 4.10 ms |");
    }

    private static Pass qwen(Path trace) {
        return new Pass(
                trace,
                """
                {"model_type": "qwen2", "hidden_size": 1024, "intermediate_size": 2816,
                 "num_hidden_layers": 24, "num_attention_heads": 16, "num_key_value_heads": 16,
                 "vocab_size": 151936, "tie_word_embeddings": true, "torch_dtype": "bfloat16"}
                """,
                new Request(16, 559, 0, Images.NONE),
                45_647_300,
                45_647_300 - 31_905_473,
                2_329_075 + 778_141,
                4_055_251,
                24.0 * 8944 * 1024 * (4 * 2 * 1024 + 3),
                "| prefill | 1 | 45.6 ms |");
    }

    @ParameterizedTest
    @MethodSource("passes")
    void theShapesSayWhatWasAsked(Pass pass) throws IOException {
        Capture capture = Example.capture(pass.trace());
        assertEquals(
                Optional.of(pass.request()),
                TracedRequests.of(costings(pass), capture.operators()));
    }

    @ParameterizedTest
    @MethodSource("passes")
    void everyLevelOfTheJoinIsTheSameTimeToTheNanosecond(Pass pass) throws IOException {
        OperatorJoin join = join(pass);
        assertEquals("prefill", join.phase());
        assertEquals(pass.measured(), join.measuredNanos());
        long rows = join.rows().stream().mapToLong(OperatorJoin.Row::measuredNanos).sum();
        long rest = join.rest().stream().mapToLong(each -> each.deviceNanos()).sum();
        assertEquals(pass.measured(), rows + rest);
        assertEquals(
                pass.unknown(),
                join.rest().stream()
                        .filter(each -> each.name().equals("no operator known"))
                        .mapToLong(each -> each.deviceNanos())
                        .sum());
    }

    @ParameterizedTest
    @MethodSource("passes")
    void matrixProductsMeetTheirOperatorsByShape(Pass pass) throws IOException {
        OperatorJoin join = join(pass);
        OperatorJoin.Row square = row(join, List.of("q_proj", "k_proj", "v_proj", "o_proj"));
        assertEquals(OperatorJoin.Match.SHAPE, square.match());
        assertEquals(pass.square(), square.measuredNanos());
        assertEquals(pass.wide(), row(join, List.of("gate_proj", "up_proj")).measuredNanos());
        // Four products, two FLOP a multiply-add; three of them add a bias to each output.
        assertEquals(pass.squareFlops(), square.flops());
        assertTrue(square.boundNanos() < square.measuredNanos());
    }

    @ParameterizedTest
    @MethodSource("passes")
    void nothingRanFasterThanItsBound(Pass pass) throws IOException {
        assertFalse(prediction(pass).parts().stream().anyMatch(Prediction.Part::impossible));
    }

    @Test
    void aPassOfAThousandthOfTheTimeIsImpossible() throws IOException {
        Prediction prediction = prediction(own(0.001));
        assertTrue(prediction.parts().stream().anyMatch(Prediction.Part::impossible));
    }

    @ParameterizedTest
    @MethodSource("passes")
    void coverageAndTheLargestRestArePrinted(Pass pass) throws IOException {
        var findings =
                Example.findings(pass.trace(), Optional.empty(), Optional.of(prediction(pass)));
        JsonNode metrics = new JsonMapper().readTree(MetricsJson.text(findings));
        assertEquals(Set.of(), Set.copyOf(ReportFilesTest.schema().validate(metrics)));
        JsonNode join = metrics.at("/prediction/model_operators/0");
        assertEquals(pass.measured(), join.path("measured_ns").asLong());
        assertFalse(join.path("largest_unexplained").isEmpty());
        String markdown =
                Markdown.text(Reports.markdown(findings, Wiring.sections(), PageFiles.NONE));
        assertTrue(markdown.contains("Work that matches no operator of the model"), markdown);
        assertTrue(markdown.contains(pass.row()), markdown);
    }

    private static OperatorJoin join(Pass pass) throws IOException {
        return prediction(pass).joins().getFirst();
    }

    private static OperatorJoin.Row row(OperatorJoin join, List<String> names) {
        return join.rows().stream()
                .filter(row -> row.names().equals(names))
                .findFirst()
                .orElseThrow(() -> new AssertionError(join.rows().toString()));
    }

    private static Prediction prediction(Pass pass) throws IOException {
        Capture capture = Example.capture(pass.trace());
        var paper = costings(pass).of(pass.request());
        return Predictions.of(ComparedWork.of(paper), Optional.of(capture), Optional.empty());
    }

    private static PaperCostings costings(Pass pass) {
        byte[] json = pass.config().getBytes(StandardCharsets.UTF_8);
        return new PaperCostings(
                Architectures.read(ModelConfig.parse(json, "config.json")),
                Counting.of(Precision.BF16),
                ShippedGpus.catalogue().named("h100-sxm5-80gb"));
    }
}
