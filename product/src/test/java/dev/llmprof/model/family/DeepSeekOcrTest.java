package dev.llmprof.model.family;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.model.Architectures;
import dev.llmprof.model.Presets;
import dev.llmprof.model.VendorFlops;
import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.cost.Cost;
import dev.llmprof.model.cost.Costs;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.cost.Routing;
import dev.llmprof.model.operators.RequestPhases;
import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.KvCache;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Phase;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Vision;
import dev.llmprof.model.shape.Work;
import dev.llmprof.model.vision.OcrVision;
import dev.llmprof.model.vision.View;
import dev.llmprof.problem.Problem;
import dev.llmprof.testing.SeededCheckpoint;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// DeepSeek-OCR against its published count and FLOPs that torch counted.
class DeepSeekOcrTest {
    private static final Counting TORCH = Counting.of(Precision.BF16).with(Convention.TORCH);

    @Test
    void countsEveryModule() {
        Parameters parameters = Parameters.of(model(), Precision.BF16);
        Map<String, Long> parts =
                parameters.modules().stream()
                        .collect(
                                Collectors.groupingBy(
                                        Parameters.Module::part,
                                        Collectors.summingLong(Parameters.Module::parameters)));
        assertEquals(
                Map.of(
                        "sam", 95_569_152L,
                        "clip", 303_177_728L,
                        "projector", 2_622_720L + 2_560L,
                        "decoder", 2_934_734_080L),
                parts);
        assertEquals(3_336_106_240L, parameters.total());
        assertEquals(574_127_360L, parameters.activeWithoutEmbedding());
        assertEquals(6_672_212_480.0, parameters.weightBytes());
    }

    @Test
    void everyKeyOfItIsUnderstood() {
        assertEquals(List.of(), model().unknownKeys());
    }

    @Test
    void aTowerThatIsMissingOrOfNoSizeIsSaid() {
        assertEquals("no sam_vit_b in this config.json", mistake("7"));
        assertEquals("patch_size is 0", mistake("{\"patch_size\": 0}"));
        assertEquals(
                "downsample_channels is [512, two]",
                mistake(
                        "{\"width\": 8, \"heads\": 2, \"layers\": 1,"
                                + " \"downsample_channels\": [512, \"two\"]}"));
    }

    private static String mistake(String sam) {
        String json =
                """
                {"model_type": "deepseek_vl_v2", "vision_config": {"width": {
                  "clip-l-14-224": {"width": 8, "heads": 2, "layers": 1}, "sam_vit_b": SAM}},
                 "hidden_size": 16, "intermediate_size": 32, "num_attention_heads": 2,
                 "num_hidden_layers": 1, "vocab_size": 32}
                """;
        Problem.Found found =
                assertThrows(
                        Problem.Found.class,
                        () ->
                                Architectures.read(
                                        ModelConfig.parse(
                                                json.replace("SAM", sam)
                                                        .getBytes(StandardCharsets.UTF_8),
                                                "x.json")));
        return found.problems().getFirst().what();
    }

    @Test
    void seesTheTrueNumberOfPlaceholders() {
        List<Long> tokens =
                Stream.of("tiny", "small", "base", "large")
                        .map(mode -> tokens(mode, 1024, 1024))
                        .toList();
        assertEquals(List.of(73L, 111L, 273L, 421L), tokens);
        assertEquals(693, tokens("gundam", 1024, 1024));
        assertEquals(273, tokens("gundam", 640, 480));
        assertEquals(483, tokens("gundam", 1280, 640));
        assertEquals(421 + 33 * 32, tokens("gundam-m", 2048, 2048));
        assertEquals(1203, tokens("1024/640", 2048, 2048));
        assertEquals(693, tokens("1024/640/6", 2048, 2048));
    }

    @Test
    void countsTheGoldenFlopsOfEveryMode() {
        assertEquals("228.30 39.67 0.34", stages("tiny", 1000, 1000));
        assertEquals("325.62 62.00 0.52", stages("small", 1000, 1000));
        assertEquals("976.91 161.72 1.34", stages("base", 1000, 1000));
        assertEquals("1683.12 258.00 2.10", stages("large", 1000, 1000));
        assertEquals("1628.15 285.73 2.39", stages("gundam", 1280, 640));
        assertEquals("2279.39 409.73 3.44", stages("gundam", 1280, 1280));
        assertEquals("2930.63 533.74 4.49", stages("gundam", 1920, 1280));
        assertEquals("3907.50 719.76 6.06", stages("gundam", 1920, 1920));
    }

    @Test
    void countsPrefillAndDecodeAsWorkedOutByHand() {
        Decoder decoder = model().decoder();
        Counting exact = Counting.of(Precision.BF16);
        Cost prefill = Costs.of(phase(decoder, Work.prefill(1, 703), Convention.EXACT), exact);
        assertEquals(590.050e9, prefill.tensorFlops(), 0.001e9);
        Cost decode = Costs.of(phase(decoder, Work.decode(1, 1023, 1), Convention.EXACT), exact);
        assertEquals(1.21110528e9, decode.tensorFlops(), 1);
        assertEquals(61_440.0 * 1024, decode.cacheReadBytes());
        // Every weight but the input table, and one row of it.
        double norms = (2 * 12 + 1) * 1280 * 2;
        assertEquals(1_148_257_280.0 + 1280 * 2, decode.weightBytes(), norms);
    }

    @Test
    void keepsEachPositionOnce() {
        var cache = KvCache.of(model().decoder(), Precision.of(Format.BF16));
        assertEquals(61_440, cache.bytesPerToken());
        // 493 of the prompt and 100 generated, as the vendor measured: 0.033931732177734375 GiB.
        assertEquals(0.033931732177734375 * (1L << 30), cache.bytes(1, 593));
    }

    @Test
    void readsMoreExpertsWithMoreSequences() {
        Decoder decoder = model().decoder();
        Counting exact = Counting.of(Precision.BF16);
        double eight =
                Costs.of(phase(decoder, Work.decode(8, 1023, 1), Convention.EXACT), exact)
                        .weightBytes();
        assertEquals(34.88, Routing.expectedDistinct(64, 6, 8), 0.01);
        assertEquals(3.334e9, eight, 0.001e9);
    }

    /// Counted on a plain PyTorch model of the same sizes, and on the vendor's code where that is
    /// at hand.
    @Test
    void meetsEveryFlopCountOfTorch() throws IOException {
        for (String line : Files.readAllLines(SeededCheckpoint.MODELS.resolve("ocr-flops.txt"))) {
            String[] cells = line.split(" ", -1);
            if (!cells[0].equals("#")) {
                int size = Integer.parseInt(cells[1]);
                assertEquals(Double.parseDouble(cells[2]), counted(cells[0], size), 0.5, line);
            }
        }
        Optional<Path> sweeps = SharedData.ifHere("deepseek-ocr-rtx5090/reports/sweep");
        if (sweeps.isPresent()) {
            int met =
                    VendorFlops.points(
                            sweeps.get(), DeepSeekOcrTest::seeing, DeepSeekOcrTest::text);
            assertTrue(met >= 60, met + " vendor values");
        }
    }

    private static double counted(String kind, int size) {
        return switch (kind) {
            case "vision" -> seeing(size);
            case "prefill" -> text(Work.prefill(1, size));
            case "decode" -> text(Work.decode(1, size, 1));
            default -> throw new IllegalArgumentException(kind);
        };
    }

    /// A page of 1024 and its tiles.
    private static double seeing(int tiles) {
        List<View> views = List.of(new View(1024, 1), new View(640, tiles));
        OcrVision vision = (OcrVision) model().vision().orElseThrow();
        return vision.stages().stream()
                .map(stage -> new Phase(stage, 1, vision.operators(stage, views)))
                .mapToDouble(phase -> Costs.of(phase, TORCH).tensorFlops())
                .sum();
    }

    private static double text(Work work) {
        return Costs.of(phase(model().decoder(), work, Convention.TORCH), TORCH).tensorFlops();
    }

    private static Phase phase(Decoder decoder, Work work, Convention convention) {
        return RequestPhases.decoder("text", decoder, work, convention);
    }

    private static String stages(String mode, int width, int height) {
        Images images = new Images(1, width, height, mode);
        Vision vision = model().vision().orElseThrow();
        return vision.stages().stream()
                .map(stage -> new Phase(stage, 1, vision.operators(stage, images, 1)))
                .map(phase -> Costs.of(phase, Counting.of(Precision.BF16)).tensorFlops() / 1e9)
                .map(giga -> BigDecimal.valueOf(giga).setScale(2, RoundingMode.HALF_EVEN))
                .map(BigDecimal::toPlainString)
                .collect(Collectors.joining(" "));
    }

    private static long tokens(String mode, int width, int height) {
        return model().vision().orElseThrow().promptTokens(new Images(1, width, height, mode));
    }

    private static Model model() {
        return Presets.find("deepseek-ocr").orElseThrow();
    }
}
