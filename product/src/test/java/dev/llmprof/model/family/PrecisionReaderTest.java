package dev.llmprof.model.family;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.model.ModelFixtures;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Precision;
import java.util.List;
import org.junit.jupiter.api.Test;

/// In what weights are stored, as the tools that quantise them write it.
class PrecisionReaderTest {

    @Test
    void knowsTheWaysWeightsAreQuantised() {
        assertWeights(Format.FP8, "\"quant_method\": \"fp8\"");
        assertWeights(
                Format.FP8_BLOCK, "\"quant_method\": \"fp8\", \"weight_block_size\": [128, 128]");
        assertWeights(Format.INT4_G128, "\"quant_method\": \"awq\", \"bits\": 4");
        assertWeights(
                Format.INT4_G32.ordered(),
                "\"quant_method\": \"gptq\", \"bits\": 4, \"group_size\": 32");
        assertWeights(
                Format.integers(8, 128, false).ordered(),
                "\"quant_method\": \"gptq\", \"bits\": 8");
        assertWeights(Format.NF4, "\"quant_method\": \"bitsandbytes\", \"load_in_4bit\": true");
        assertWeights(Format.FP8, compressed("\"num_bits\": 8, \"type\": \"float\""));
        assertWeights(Format.INT8, compressed("\"num_bits\": 8, \"type\": \"int\""));
        assertWeights(
                Format.integers(4, 32, true).inWords(),
                compressed("\"num_bits\": 4, \"type\": \"int\", \"group_size\": 32"));
        assertWeights(
                Format.NVFP4,
                compressed("\"num_bits\": 4, \"type\": \"float\", \"group_size\": 16"));
        assertWeights(Format.NVFP4, "\"quant_method\": \"modelopt\", \"quant_algo\": \"NVFP4\"");
        assertWeights(Format.FP8, "\"quant_method\": \"modelopt\", \"quant_algo\": \"FP8\"");
    }

    @Test
    void saysWhenItDoesNotKnowTheWay() {
        Model model = quantised("\"quant_method\": \"novel\"");
        assertEquals(Precision.BF16, model.precision());
        assertEquals(
                List.of(
                        "weights quantised by 'novel' are counted as if they were not; --weights"
                                + " says in what"),
                model.notes());
    }

    private static String compressed(String weights) {
        return "\"quant_method\": \"compressed-tensors\", \"config_groups\": {\"group_0\":"
                + " {\"weights\": {"
                + weights
                + "}}}";
    }

    private static void assertWeights(Format format, String quantisation) {
        Model model = quantised(quantisation);
        assertEquals(format, model.precision().linear(), quantisation);
        assertEquals(Format.BF16, model.precision().other(), quantisation);
        assertEquals(List.of(), model.notes(), quantisation);
    }

    private static Model quantised(String quantisation) {
        return ModelFixtures.of(
                """
                {"model_type": "llama", "hidden_size": 4, "num_hidden_layers": 1,
                 "num_attention_heads": 2, "intermediate_size": 6, "vocab_size": 5,
                 "torch_dtype": "bfloat16", "quantization_config": {%s}}\
                """
                        .formatted(quantisation));
    }
}
