package dev.llmprof.analysis.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.hardware.Gpu;
import dev.llmprof.model.Architectures;
import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.testing.SeededCheckpoint;
import dev.llmprof.trace.WorkloadResults;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunUtilisationTest {
    private static final Gpu DEVICE =
            new Gpu("d", "", "", List.of(), 0, 1e4, 0, Map.of("fp32", 1e4), Map.of(), 1e4, "");

    @TempDir private Path folder = Path.of(".");

    @Test
    void oneDecodeStepWorkedByHand() throws IOException {
        Model model =
                model(
                        """
                        {"model_type":"llama","hidden_size":4,"num_hidden_layers":1,
                         "num_attention_heads":1,"num_key_value_heads":1,"intermediate_size":8,
                         "vocab_size":10,"tie_word_embeddings":false}
                        """);

        RunUtilisation used =
                utilisation(
                        model,
                        """
                        {"items":[{"image_path":"a","prefill_len":3,"tokens":2,
                                   "prefill_ms":500,"decode_ms":2000}]}
                        """);

        // Four 4×4 projections, three 4×8 of the network, a head of 4×10, and 4 positions of 4
        // twice: 64 + 96 + 40 + 32 multiply-adds, two FLOPs each, in 2 s of 10,000 a second.
        assertEquals(2 * (64 + 96 + 40 + 32) / 2e4, mfu(used, "decode"), 1e-12);
        assertEquals(List.of("prefill", "decode"), names(used));
        assertEquals(
                0.5 * mfu(used, "prefill") + 2 * mfu(used, "decode"),
                2.5 * used.whole().orElseThrow().mfu(),
                1e-12);
    }

    @Test
    void visionStagesStandBesideTheDecodersPartOfPrefill() throws IOException {
        Path config = SeededCheckpoint.MODELS.resolve("ocr-f32/config.json");

        RunUtilisation used =
                utilisation(
                        model(Files.readString(config)),
                        """
                        {"image_mode":"256/160",
                         "images":[{"path":"a","bytes":1,"width":400,"height":300}],
                         "items":[{"image_path":"a","prefill_len":60,"tokens":1,"prefill_ms":10000,
                                   "decode_ms":0,"vision_ms":6000,
                                   "sam_ms":3000,"clip_ms":2000,"projector_ms":1000}]}
                        """);

        assertEquals(List.of("prefill", "vision", "sam", "clip", "projector"), names(used));
        double stages = 3 * mfu(used, "sam") + 2 * mfu(used, "clip") + mfu(used, "projector");
        assertTrue(mfu(used, "sam") > 0 && mfu(used, "clip") > 0 && mfu(used, "projector") > 0);
        assertEquals(stages, 6 * mfu(used, "vision"), 1e-9 * stages);
        double all = 6 * mfu(used, "vision") + 4 * mfu(used, "prefill");
        assertEquals(all, 10 * used.whole().orElseThrow().mfu(), 1e-9 * all);
    }

    @Test
    void theMedianOfWarmRequestsIsTheTime() throws IOException {
        Model model =
                model(
                        """
                        {"model_type":"llama","hidden_size":4,"num_hidden_layers":1,
                         "num_attention_heads":1,"intermediate_size":8,"vocab_size":10}
                        """);
        String slow = "{\"prefill_len\":3,\"tokens\":1,\"prefill_ms\":3000,\"decode_ms\":0}";
        String quick = slow.replace("3000", "1000");
        String cold = slow.replace("3000", "57000").replace("{", "{\"cold\":true,");

        RunUtilisation used =
                utilisation(
                        model, "{\"items\":[" + String.join(",", cold, slow, quick, quick) + "]}");

        assertEquals(
                mfu(utilisation(model, "{\"items\":[" + quick + "]}"), "prefill"),
                mfu(used, "prefill"),
                1e-12);
        assertEquals(
                "bare, median of 3 warm requests",
                used.phase("prefill").orElseThrow().time().words());
    }

    @Test
    void moreThanThePeakIsOurError() {
        var peaks = new PhaseUtilisation.DevicePeaks("d", "fp32", 100, 100);
        var time = TimeBasis.median(TimeBasis.TORCH, 1, "request");
        assertFalse(new PhaseUtilisation("decode", 100, 100, 1e9, time, peaks).abovePeak());
        assertTrue(new PhaseUtilisation("decode", 101, 1, 1e9, time, peaks).abovePeak());
        assertTrue(new PhaseUtilisation("decode", 1, 101, 1e9, time, peaks).abovePeak());
    }

    @Test
    void nothingThatTookNoTimeHasAShare() throws IOException {
        Model model =
                model(
                        """
                        {"model_type":"llama","hidden_size":4,"num_hidden_layers":1,
                         "num_attention_heads":1,"intermediate_size":8,"vocab_size":10}
                        """);

        RunUtilisation used = utilisation(model, "{\"items\":[]}");

        assertEquals(new RunUtilisation(List.of()), used);
        assertEquals(Optional.empty(), used.whole());
    }

    private static List<String> names(RunUtilisation used) {
        return used.phases().stream().map(PhaseUtilisation::phase).toList();
    }

    private static double mfu(RunUtilisation used, String stage) {
        return used.phase(stage).orElseThrow().mfu();
    }

    private static Model model(String json) {
        return Architectures.read(
                ModelConfig.parse(json.getBytes(StandardCharsets.UTF_8), "config.json"));
    }

    private RunUtilisation utilisation(Model model, String results) throws IOException {
        Path file = Files.writeString(folder.resolve("results.json"), results);
        return RunUtilisation.of(
                model, Counting.of(Precision.of(Format.FP32)), DEVICE, WorkloadResults.read(file));
    }
}
