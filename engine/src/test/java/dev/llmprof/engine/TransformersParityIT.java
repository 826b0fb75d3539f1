package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.engine.decoder.Decoder;
import dev.llmprof.engine.decoder.DecoderConfig;
import dev.llmprof.engine.decoder.Host;
import dev.llmprof.engine.decoder.Sampler;
import dev.llmprof.engine.weights.Precision;
import dev.llmprof.engine.weights.Weights;
import dev.llmprof.testing.RealTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Random models made and run by transformers on the spot, run again here.
class TransformersParityIT {
    @TempDir static Path folder;

    @BeforeAll
    static void makeModels() throws IOException, InterruptedException {
        Path python = RealTool.pythonWithTorch();
        Path script = folder.resolve("make_models.py");
        try (var in = TransformersParityIT.class.getResourceAsStream("make_models.py")) {
            Files.write(script, in.readAllBytes());
        }
        Path log = folder.resolve("log.txt");
        int code =
                new ProcessBuilder(python.toString(), script.toString(), folder.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start()
                        .waitFor();
        assertEquals(0, code, () -> read(log));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "llama",
                "llama-yarn",
                "llama-untruncated",
                "llama-linear",
                "llama-dynamic",
                "llama-classic",
                "llama-sharded",
                "llama-bf16",
                "llama-fp16",
                "llama-biased",
                "qwen2",
                "qwen2-window",
                "qwen3",
                "qwen3-window",
                "mistral",
                "mistral-whole",
                "mixtral",
                "mixtral-three"
            })
    void generatesWhatTransformersGenerates(String name) throws IOException {
        Path model = folder.resolve(name);
        JsonNode expected = Expected.json(model.resolve("expected.json"));
        var weights = Weights.open(model, Precision.FP32, new Device("cpu"));
        var decoder = new Decoder(DecoderConfig.read(model), weights);
        List<Long> greedy = Expected.longs(expected.path("greedy"));
        List<Long> chosen = new ArrayList<>();
        var sampler = new Sampler(Sampler.Decoding.GREEDY);
        try (var cache = decoder.cache(0)) {
            while (chosen.size() < greedy.size()) {
                List<Long> next =
                        chosen.isEmpty()
                                ? Expected.longs(expected.path("prompt"))
                                : List.of(chosen.getLast());
                decoder.reserve(cache, next.size());
                try (var _ = new PointerScope()) {
                    Tensor logits = decoder.forward(decoder.embed(next), cache);
                    compare(expected, chosen.size(), greedy.size(), logits);
                    chosen.add(sampler.next(logits, chosen));
                }
            }
        }
        assertEquals(greedy, chosen);
    }

    /// Rounded to 11 or 8 bits in every layer; the logits reach about 20.
    @ParameterizedTest
    @CsvSource({"FP16, 0.1", "BF16, 0.8"})
    void computesInHalfPrecisionToo(Precision precision, double tolerance) throws IOException {
        Path model = folder.resolve("llama");
        JsonNode expected = Expected.json(model.resolve("expected.json"));
        var weights = Weights.open(model, precision, new Device("cpu"));
        var decoder = new Decoder(DecoderConfig.read(model), weights);
        List<Long> prompt = Expected.longs(expected.path("prompt"));
        try (var cache = decoder.cache(0);
                var _ = new PointerScope()) {
            decoder.reserve(cache, prompt.size());
            Tensor logits = decoder.forward(decoder.embed(prompt), cache);
            Expected.near(
                    "logits",
                    Expected.floats(expected.path("first_logits")),
                    Host.floats(logits),
                    tolerance);
        }
    }

    private static void compare(JsonNode expected, int step, int steps, Tensor logits) {
        if (step == 0) {
            Expected.near(
                    "first logits",
                    Expected.floats(expected.path("first_logits")),
                    Host.floats(logits),
                    1e-4);
        }
        if (step == steps - 1) {
            Expected.near(
                    "last logits",
                    Expected.floats(expected.path("last_logits")),
                    Host.floats(logits),
                    1e-4);
        }
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
