package dev.llmprof.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.model.cost.Costs;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.operators.DecoderOperators;
import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Phase;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Work;
import dev.llmprof.model.vision.OcrVision;
import dev.llmprof.model.vision.SamEncoder;
import dev.llmprof.model.vision.View;
import java.util.List;
import org.junit.jupiter.api.Test;

/// FLOPs and MACs that other tools printed, in those tools' own conventions.
class FlopsFactsTest {
    private static final String BLOOM_7B1 =
            """
            {"model_type": "bloom", "n_embed": 4096, "n_layer": 30, "num_attention_heads": 32,
             "vocab_size": 250880}\
            """;
    private static final String BAICHUAN_7B =
            """
            {"model_type": "baichuan", "hidden_size": 4096, "num_hidden_layers": 32,
             "num_attention_heads": 32, "intermediate_size": 11008, "vocab_size": 64000}\
            """;
    private static final String LLAMA_2_7B =
            """
            {"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32,
             "num_attention_heads": 32, "intermediate_size": 11008, "vocab_size": 32000}\
            """;
    // Its key gives twice the width of the feed-forward network.
    private static final String QWEN_7B =
            """
            {"model_type": "qwen", "hidden_size": 4096, "num_hidden_layers": 32,
             "num_attention_heads": 32, "intermediate_size": 22016, "kv_channels": 128,
             "vocab_size": 151936}\
            """;
    private static final String CHATGLM2_6B =
            """
            {"model_type": "chatglm", "add_qkv_bias": true, "ffn_hidden_size": 13696,
             "hidden_size": 4096, "kv_channels": 128, "multi_query_attention": true,
             "multi_query_group_num": 2, "num_attention_heads": 32, "num_layers": 28,
             "padded_vocab_size": 65024, "rmsnorm": true}\
            """;
    private static final String PYTHIA_12B =
            """
            {"model_type": "gpt_neox", "hidden_size": 5120, "intermediate_size": 20480,
             "num_attention_heads": 40, "num_hidden_layers": 36, "vocab_size": 50688}\
            """;

    @Test
    void countsWhatCalflopsPrints() {
        assertEquals(850.00, calflopsGiga(ModelFixtures.of(LLAMA_2_7B)), 0.005);
        assertEquals(912.88, calflopsGiga(ModelFixtures.of(QWEN_7B)), 0.005);
        assertEquals(768.8, calflopsGiga(ModelFixtures.of(CHATGLM2_6B)), 0.05);
        assertEquals(866.78, calflopsGiga(ModelFixtures.of(BAICHUAN_7B)), 0.005);
    }

    @Test
    void countsWhatCalflopsPrintsForModelsWithoutTheirHead() {
        Model pythia = ModelFixtures.of(PYTHIA_12B);
        assertEquals(1455.59, calflopsGiga(pythia) - calflopsGiga(pythia, "lm_head"), 0.005);
        Model bloom = ModelFixtures.of(BLOOM_7B1);
        // Bloom makes its scores by baddbmm, which calflops does not see: half of the attention.
        double unseen = calflopsGiga(bloom, "attention") / 2 + calflopsGiga(bloom, "lm_head");
        assertEquals(775.11, calflopsGiga(bloom) - unseen, 0.005);
        assertEquals(7_069_016_064L, Parameters.of(bloom, Precision.BF16).total());
    }

    @Test
    void countsWhatTimmPrintsForSam() {
        assertEquals(1493.9, samGiga(1024, 16, 24), 0.05);
        assertEquals(2982.2, samGiga(1280, 16, 32), 0.05);
    }

    @Test
    void countsWhatFvcorePrintsForDeepSeekOcr() {
        Model model = Presets.find("deepseek-ocr").orElseThrow();
        var vision = (OcrVision) model.vision().orElseThrow();
        assertEquals(571.9228416, giga(vision, "sam", new View(640, 4)), 1e-6);
        assertEquals(77.675877, giga(vision, "clip", new View(1024, 1)), 1e-6);
        assertEquals(10.737418, giga(vision, "projector", new View(4096, 1)), 1e-6);
    }

    private static double giga(OcrVision vision, String stage, View view) {
        var phase = new Phase(stage, 1, vision.operators(stage, List.of(view)));
        return Costs.of(phase, Counting.of(Precision.BF16).with(Convention.FVCORE)).flops() / 1e9;
    }

    private static double samGiga(long width, long heads, int layers) {
        var sam =
                new SamEncoder(
                        width,
                        heads,
                        layers,
                        4,
                        4 * width,
                        14,
                        16,
                        64,
                        256,
                        Operator.Norm.Kind.LAYER,
                        List.of());
        var phase = new Phase("sam", 1, sam.operators(List.of(new View(1024, 1))));
        Convention unfused = Convention.FVCORE.withFusedAttention(false);
        return Costs.of(phase, Counting.of(Precision.BF16).with(unfused)).flops() / 1e9;
    }

    private static double calflopsGiga(Model model) {
        return calflopsGiga(model, "");
    }

    /// Of the operators of one name, or of all.
    private static double calflopsGiga(Model model, String name) {
        Convention macs = Convention.CALFLOPS.withUnit(Convention.Unit.MAC);
        Counting counting = Counting.of(Precision.BF16).with(macs);
        return DecoderOperators.of(model.decoder(), Work.prefill(1, 128), macs).stream()
                .filter(operator -> name.isEmpty() || operator.name().equals(name))
                .mapToDouble(operator -> Costs.of(operator, 1, counting).tensorFlops() / 1e9)
                .sum();
    }
}
