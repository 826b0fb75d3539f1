package dev.llmprof.engine.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.engine.Expected;
import dev.llmprof.engine.decoder.Host;
import dev.llmprof.engine.decoder.Sampler;
import dev.llmprof.engine.image.ImageFile;
import dev.llmprof.engine.image.Rgb;
import dev.llmprof.engine.profile.Ranges;
import dev.llmprof.engine.vision.Pixels;
import dev.llmprof.engine.vision.Views;
import dev.llmprof.engine.vision.Vision;
import dev.llmprof.engine.weights.Precision;
import dev.llmprof.testing.SeededCheckpoint;
import dev.llmprof.testing.SharedData;
import dev.llmprof.workload.WorkloadSettings.Preprocess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OcrModelTest {

    private static final List<String> SHARED =
            List.of(
                    "tiny-ocr-a/cases/gundam-2x1",
                    "tiny-ocr-a/cases/gundam-2x3",
                    "tiny-ocr-a/cases/gundam-small-no-tiles",
                    "tiny-ocr-a/cases/tiny512-squash",
                    "tiny-ocr-b/cases/base1024-pad",
                    "tiny-ocr-b/cases/gundam-1x2",
                    "tiny-ocr-b/cases/gundam-2x2");

    @TempDir static Path made;

    @BeforeAll
    static void writeModels() throws IOException {
        SeededCheckpoint.write("ocr-f32", made.resolve("ocr-f32"));
        SeededCheckpoint.write("ocr-bf16", made.resolve("ocr-bf16"));
    }

    /// Pages for models of our own, and for those that were made elsewhere.
    static List<Path> cases() {
        return here(
                List.of(
                        "ocr-f32/cases/tiles-2x1",
                        "ocr-f32/cases/tiles-2x3",
                        "ocr-f32/cases/small-without-tiles",
                        "ocr-f32/cases/squashed",
                        "ocr-bf16/cases/padded",
                        "ocr-bf16/cases/tiles-1x2",
                        "ocr-bf16/cases/tiles-2x2"),
                SHARED);
    }

    static List<Path> folders() {
        return here(List.of("ocr-f32", "ocr-bf16"), List.of("tiny-ocr-a", "tiny-ocr-b"));
    }

    static List<Path> cases16() {
        return here(List.of("ocr-bf16/cases/tiles-1x2"), List.of("tiny-ocr-b/cases/gundam-1x2"));
    }

    private static List<Path> here(List<String> own, List<String> shared) {
        List<Path> paths = new ArrayList<>();
        own.forEach(name -> paths.add(made.resolve(name)));
        shared.forEach(name -> SharedData.ifHere("engine/" + name).ifPresent(paths::add));
        return paths;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void givesTheExpectedPixelsFeaturesLogitsAndTokens(Path folder)
            throws IOException, NoSuchAlgorithmException {
        JsonNode expected = Expected.json(folder.resolve("expected.json"));
        OcrModel model = open(folder.resolve("../..").normalize(), expected, Precision.FP32);
        Model.Prepared.Page prepared =
                model.prepare(page(folder, expected), expected.path("prompt").asText());
        checkLayout(expected, prepared);
        checkPixels(expected.path("pixels"), prepared.views());
        try (var _ = new PointerScope()) {
            checkVision(expected.path("vision"), model, prepared.views());
            float[] features = Host.floats(model.vision().features(prepared.views(), Ranges.NONE));
            Expected.near(
                    "features",
                    Expected.floats(folder.resolve("image_features.bin")),
                    features,
                    1e-4);
        }
        checkTokens(expected, folder, model, prepared);
    }

    /// All-bf16 arithmetic is only loosely the same: every layer rounds to 8 bits.
    @ParameterizedTest
    @MethodSource("cases16")
    void computesInBf16Too(Path folder) throws IOException {
        JsonNode expected = Expected.json(folder.resolve("expected.json"));
        OcrModel model = open(folder.resolve("../..").normalize(), expected, Precision.BF16);
        Model.Prepared.Page prepared =
                model.prepare(page(folder, expected), expected.path("prompt").asText());
        var limits = new Session.Limits(1, Sampler.Decoding.GREEDY, List.of());
        float[] logits = Expected.floats(folder.resolve("first_logits.bin"));
        new Session(model, Ranges.NONE, () -> false)
                .run(
                        prepared,
                        limits,
                        out -> Expected.near("bf16 logits", logits, Host.floats(out), 0.25));
    }

    @ParameterizedTest
    @MethodSource("folders")
    void encodesAndDecodesAsTheTokenizerFileSays(Path folder) throws IOException {
        try (var tokenizer = Tokenizer.open(folder)) {
            for (JsonNode each : Expected.json(folder.resolve("tokenizer_cases.json"))) {
                List<Long> ids = Expected.longs(each.path("ids"));
                assertEquals(ids, tokenizer.encode(each.path("text").asText()));
                assertEquals(each.path("decoded").asText(), tokenizer.decode(ids, false));
            }
        }
    }

    private static OcrModel open(Path folder, JsonNode expected, Precision precision) {
        var preprocess =
                new Preprocess(
                        expected.path("base_size").asInt(),
                        expected.path("image_size").asInt(),
                        expected.path("crop_mode").asBoolean(),
                        expected.path("max_tiles").asInt());
        return (OcrModel) Model.open(folder, precision, new Device("cpu"), preprocess);
    }

    /// A stored picture, or the one that `seeded.py` draws.
    private static Rgb page(Path folder, JsonNode expected) {
        if (!expected.has("page")) {
            return ImageFile.read(folder.resolve("image.png"));
        }
        int width = expected.at("/page/0").asInt();
        int height = expected.at("/page/1").asInt();
        byte[] bytes = new byte[3 * width * height];
        for (int i = 0; i < bytes.length; i++) {
            int x = i / 3 % width;
            int y = i / 3 / width;
            bytes[i] = (byte) (3 * x + 5 * y + 40 * (i % 3) + 97 * ((x / 13 + y / 9) % 3));
        }
        return new Rgb(width, height, bytes);
    }

    private static void checkLayout(JsonNode expected, Model.Prepared.Page prepared) {
        assertEquals(expected.path("placeholders").asInt(), prepared.prompt().places());
        assertEquals(expected.path("grid_w_h").get(0).asInt(), prepared.views().tilesWide());
        assertEquals(expected.path("grid_w_h").get(1).asInt(), prepared.views().tilesHigh());
        assertEquals(Expected.longs(expected.path("ids_before_image")), prepared.prompt().before());
        assertEquals(Expected.longs(expected.path("ids_after_image")), prepared.prompt().after());
        assertEquals(expected.path("input_length").asInt(), prepared.ids().size());
    }

    private static void checkPixels(JsonNode expected, Views views)
            throws NoSuchAlgorithmException {
        checkHashes(expected.path("global_view"), List.of(views.whole()));
        if (expected.has("local_views") && !views.tiles().isEmpty()) {
            checkHashes(expected.path("local_views"), views.tiles());
        }
    }

    private static void checkHashes(JsonNode expected, List<Rgb> views)
            throws NoSuchAlgorithmException {
        MessageDigest bytes = MessageDigest.getInstance("SHA-256");
        views.forEach(view -> bytes.update(view.bytes()));
        assertEquals(
                expected.path("sha256_uint8_NHWC").asText(),
                HexFormat.of().formatHex(bytes.digest()));
        float[] values;
        try (var _ = new PointerScope()) {
            values = Host.floats(Pixels.of(views));
        }
        ByteBuffer buffer = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        buffer.asFloatBuffer().put(values);
        MessageDigest floats = MessageDigest.getInstance("SHA-256");
        assertEquals(
                expected.path("sha256_float32_le_NCHW").asText(),
                HexFormat.of().formatHex(floats.digest(buffer.array())));
    }

    private static void checkVision(JsonNode expected, OcrModel model, Views views) {
        checkEncoded(
                expected, "global_", model.vision().encode(List.of(views.whole()), Ranges.NONE));
        if (!views.tiles().isEmpty()) {
            checkEncoded(expected, "local_", model.vision().encode(views.tiles(), Ranges.NONE));
        }
    }

    private static void checkEncoded(JsonNode expected, String which, Vision.Encoded encoded) {
        Expected.statistics(
                which + "sam", expected.path(which + "sam"), Host.floats(encoded.sam()));
        Expected.statistics(
                which + "clip", expected.path(which + "clip"), Host.floats(encoded.clip()));
        Expected.statistics(
                which + "projector",
                expected.path(which + "projector"),
                Host.floats(encoded.projected()));
    }

    private static void checkTokens(
            JsonNode expected, Path folder, OcrModel model, Model.Prepared.Page prepared)
            throws IOException {
        float[] logits = Expected.floats(folder.resolve("first_logits.bin"));
        var session = new Session(model, Ranges.NONE, () -> false);
        for (int ngram : new int[] {0, 20, 4}) {
            String key = ngram == 0 ? "greedy_32" : "greedy_32_no_repeat_ngram_" + ngram;
            var limits =
                    new Session.Limits(32, new Sampler.Decoding(false, 0, ngram, 0), List.of());
            Session.Generated generated =
                    session.run(
                            prepared,
                            limits,
                            out -> Expected.near("logits", logits, Host.floats(out), 5e-5));
            assertEquals(Expected.longs(expected.path(key)), generated.tokens(), key);
        }
    }
}
