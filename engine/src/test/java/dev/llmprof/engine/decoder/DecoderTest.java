package dev.llmprof.engine.decoder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.engine.Expected;
import dev.llmprof.engine.model.Tokenizer;
import dev.llmprof.engine.weights.Precision;
import dev.llmprof.engine.weights.Weights;
import dev.llmprof.testing.SeededCheckpoint;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DecoderTest {

    private static final List<String> OWN =
            List.of("llama", "llama-yarn", "qwen2", "qwen3", "mistral", "mixtral");

    @TempDir static Path made;

    @ParameterizedTest
    @MethodSource("folders")
    void givesTheExpectedLogitsAndGreedyTokens(Path folder) throws IOException {
        var weights = Weights.open(folder, Precision.FP32, new Device("cpu"));
        var decoder = new Decoder(DecoderConfig.read(folder), weights);
        JsonNode cases = Expected.json(folder.resolve("expected.json")).path("cases");
        try (var tokenizer = Tokenizer.open(folder)) {
            for (JsonNode each : cases) {
                List<Long> prompt = Expected.longs(each.path("input_ids"));
                assertEquals(prompt, withBegin(tokenizer.encode(each.path("prompt").asText())));
                JsonNode logits = each.path("first_logits");
                float[] first =
                        logits.isArray()
                                ? Expected.floats(logits)
                                : Expected.floats(folder.resolve(logits.path("file").asText()));
                String greedy = each.has("greedy") ? "greedy" : "greedy_64";
                check(decoder, prompt, first, Expected.longs(each.path(greedy)));
            }
        }
    }

    /// Models of our own, and those that were made elsewhere.
    static List<Path> folders() throws IOException {
        List<Path> folders = new ArrayList<>();
        for (String name : OWN) {
            folders.add(SeededCheckpoint.write(name, made.resolve(name)));
        }
        for (String name : List.of("tiny-llama", "tiny-qwen3", "tiny-mixtral")) {
            SharedData.ifHere("engine/" + name).ifPresent(folders::add);
        }
        return folders;
    }

    private static void check(
            Decoder decoder, List<Long> prompt, float[] logits, List<Long> greedy) {
        List<Long> chosen = new ArrayList<>();
        var sampler = new Sampler(Sampler.Decoding.GREEDY);
        try (var cache = decoder.cache(0)) {
            while (chosen.size() < greedy.size()) {
                List<Long> next = chosen.isEmpty() ? prompt : List.of(chosen.getLast());
                decoder.reserve(cache, next.size());
                try (var _ = new PointerScope()) {
                    Tensor out = decoder.forward(decoder.embed(next), cache);
                    if (chosen.isEmpty()) {
                        Expected.near("logits", logits, Host.floats(out), 5e-5);
                    }
                    chosen.add(sampler.next(out, chosen));
                }
            }
        }
        assertEquals(greedy, chosen);
    }

    private static List<Long> withBegin(List<Long> ids) {
        List<Long> all = new ArrayList<>(List.of(0L));
        all.addAll(ids);
        return all;
    }
}
