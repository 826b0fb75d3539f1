package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecoderTest {

    @ParameterizedTest
    @ValueSource(strings = {"tiny-llama", "tiny-qwen3", "tiny-mixtral"})
    void givesTheExpectedLogitsAndGreedyTokens(String name) throws IOException {
        Path folder = SharedData.at("engine/" + name);
        var weights = Weights.open(folder, Precision.FP32, new Device("cpu"));
        var decoder = new Decoder(DecoderConfig.read(folder), weights);
        JsonNode cases = Expected.json(folder.resolve("expected.json")).path("cases");
        try (var tokenizer = Tokenizer.open(folder)) {
            for (JsonNode each : cases) {
                List<Long> prompt = Expected.longs(each.path("input_ids"));
                assertEquals(prompt, withBegin(tokenizer.encode(each.path("prompt").asText())));
                float[] logits =
                        Expected.floats(
                                folder.resolve(each.path("first_logits").path("file").asText()));
                check(decoder, prompt, logits, Expected.longs(each.path("greedy_64")));
            }
        }
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
