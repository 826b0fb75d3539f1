package dev.llmprof.model.shape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.model.ModelFixtures;
import dev.llmprof.model.checkpoint.Checkpoint;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.cost.Memory;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.cost.StoredParts;
import dev.llmprof.model.shape.StoredDifference.Part;
import dev.llmprof.safetensors.Tensor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Weights held against a description of one layer, width 4: 64 attention, 72 feed-forward, 12
/// norms, a table of 5·4 and a head of as many: 188 parameters.
class StoredDifferenceTest {
    private final List<Tensor> tensors = new ArrayList<>();

    @Test
    void takesTheHeadersForTheTruthWhereTheDescriptionIsWrong() {
        store("model.embed_tokens.weight", "BF16", 5, 4);
        store("lm_head.weight", "BF16", 5, 4);
        store("model.layers.0.all", "BF16", 148);
        store("model.layers.0.surprise", "BF16", 30);
        Model model = with(model("false", ""));
        Parameters parameters = Parameters.of(model, model.precision());
        assertEquals(218, parameters.total());
        assertEquals(188, parameters.counted());
        assertEquals(218, parameters.active());
        assertEquals(2 * 218, parameters.weightBytes());
        StoredDifference difference = model.checkpoint().orElseThrow();
        assertFalse(difference.explained());
        assertEquals(List.of(new Part("unexplained", 30, true)), difference.parts());
        assertTrue(difference.sentence().contains("+30 unexplained"), difference.sentence());
        // What must fit is what is stored.
        assertEquals(2 * 218.0, Memory.weights(model, Counting.of(model.precision())), 1e-9);
        // Another precision is counted, not read.
        assertEquals(
                Parameters.counted(model, Precision.of(Format.FP32)).weightBytes(),
                Parameters.of(model, Precision.of(Format.FP32)).weightBytes());
    }

    @Test
    void seesThatAHeadIsTiedWhateverTheDescriptionSays() {
        store("model.embed_tokens.weight", "BF16", 5, 4);
        store("model.layers.0.all", "BF16", 148);
        Model model = with(model("false", ""));
        assertEquals(168, Parameters.of(model, model.precision()).total());
        assertEquals(
                List.of(new Part("no head is stored: it is tied to the embedding", -20, true)),
                model.checkpoint().orElseThrow().parts());
    }

    @Test
    void seesRowsThatWereAddedToTheTable() {
        store("model.embed_tokens.weight", "BF16", 8, 4);
        store("lm_head.weight", "BF16", 8, 4);
        store("model.layers.0.all", "BF16", 148);
        Model model = with(model("false", ""));
        assertEquals(188 + 2 * 3 * 4, Parameters.of(model, model.precision()).total());
        assertTrue(model.checkpoint().orElseThrow().explained());
    }

    @Test
    void tellsPredictionModulesScalesAndEyesApart() {
        store("model.embed_tokens.weight", "BF16", 5, 4);
        store("lm_head.weight", "BF16", 5, 4);
        store("model.layers.0.all", "F8_E4M3", 148);
        store("model.layers.0.mlp.up_proj.weight_scale_inv", "F32", 2);
        store("model.layers.1.all", "BF16", 150);
        store("model.layers.1.embed_tokens.weight", "BF16", 5, 4);
        store("model.layers.1.shared_head.head.weight", "BF16", 5, 4);
        store("visual.patch_embed.weight", "BF16", 10);
        Model model = with(model("false", ""));
        StoredDifference difference = model.checkpoint().orElseThrow();
        assertEquals(
                List.of(
                        new Part("scales of quantised weights", 2, false),
                        new Part("multi-token prediction", 190, false),
                        new Part(
                                "of other parts than the text model, not counted from the"
                                        + " description",
                                10,
                                true)),
                difference.parts());
        assertEquals(198, difference.parameters());
        // 40 in two bytes, 148 in one, two scales in four, ten in two.
        assertEquals(40 * 2 + 148 + 2 * 4 + 10 * 2, difference.runBytes());
    }

    @Test
    void unpacksWhatIsStoredSeveralToAWord() {
        store("model.embed_tokens.weight", "BF16", 5, 4);
        store("lm_head.weight", "BF16", 5, 4);
        store("model.layers.0.norms", "BF16", 12);
        // 136 four-bit weights are 17 words of 32 bits.
        store("model.layers.0.mlp.all.qweight", "I32", 17);
        store("model.layers.0.mlp.all.scales", "F16", 3);
        Model four =
                with(
                        model(
                                "false",
                                ", \"quantization_config\": {\"quant_method\": \"gptq\","
                                        + " \"bits\": 4}"));
        assertEquals(188, Parameters.of(four, four.precision()).total());
        assertTrue(four.checkpoint().orElseThrow().explained());
        // The same words of eight bits would be half as many.
        Model eight =
                with(
                        model(
                                "false",
                                ", \"quantization_config\": {\"quant_method\": \"gptq\","
                                        + " \"bits\": 8}"));
        assertEquals(188 - 68, Parameters.of(eight, eight.precision()).total());
    }

    @Test
    void tellsAMaskFromABias() {
        store("model.embed_tokens.weight", "BF16", 5, 4);
        store("model.layers.0.all", "BF16", 140);
        store("model.layers.0.attn.c_attn.bias", "BF16", 8);
        store("model.layers.0.attn.bias", "BOOL", 1, 1, 16, 16);
        StoredDifference difference = with(model("true", "")).checkpoint().orElseThrow();
        assertEquals(List.of(new Part("buffers", 256, false)), difference.parts());
    }

    private void store(String name, String dtype, long... shape) {
        long elements = 1;
        List<Long> sides = new ArrayList<>();
        for (long side : shape) {
            elements *= side;
            sides.add(side);
        }
        int width =
                switch (dtype) {
                    case "F32", "I32" -> 4;
                    case "BF16", "F16" -> 2;
                    default -> 1;
                };
        tensors.add(new Tensor(name, dtype, sides, 0, elements * width));
    }

    private Model with(Model model) {
        var checkpoint = new Checkpoint(tensors, List.of(Path.of("model.safetensors")));
        return model.with(StoredParts.difference(checkpoint, model));
    }

    private static Model model(String tied, String more) {
        return ModelFixtures.of(
                """
                {"model_type": "llama", "hidden_size": 4, "num_hidden_layers": 1,
                 "num_attention_heads": 2, "intermediate_size": 6, "vocab_size": 5,
                 "tie_word_embeddings": %s%s}\
                """
                        .formatted(tied, more));
    }
}
