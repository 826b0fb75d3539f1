package dev.llmprof.analysis.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A framework's operators fall into the classes the model's operators have.
class OperatorClassTest {

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "aten::mm, MATRIX",
        "aten::addmm, MATRIX",
        "aten::addmv_, MATRIX",
        "aten::baddbmm_, MATRIX",
        "aten::linear, MATRIX",
        "aten::_scaled_mm, MATRIX",
        "_C::cutlass_scaled_mm, MATRIX",
        "vllm::fused_moe, MATRIX",
        "aten::upsample_bilinear2d, OTHER",
        "aten::bilinear, OTHER",
        "aten::_scaled_dot_product_flash_attention_for_cpu, ATTENTION",
        "flash_attn::_flash_attn_forward, ATTENTION",
        "aten::mkldnn_convolution, CONVOLUTION",
        "aten::native_layer_norm, NORM",
        "aten::normal_, OTHER",
        "aten::add_, OTHER",
    })
    void byItsName(String operator, OperatorClass expected) {
        assertEquals(expected, OperatorClass.ofOperator(operator));
    }
}
