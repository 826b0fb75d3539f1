package dev.llmprof.analysis.breakdown;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperatorWorkTest {

    /// FLOPs of the products and of attention are what torch.utils.flop_counter of PyTorch says.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    aten::mm       | [[7, 33], [33, 5]]                        | 2310  | 862
                    aten::addmm    | [[5], [7, 33], [33, 5], [], []]           | 2310  | 872
                    aten::bmm      | [[3, 7, 33], [3, 33, 5]]                  | 6930  | 2586
                    aten::baddbmm  | [[3, 7, 5], [3, 7, 33], [3, 33, 5], [], []] | 6930  | 2796
                    aten::linear   | [[2, 7, 33], [5, 33], [5]]                | 4620  | 1404
                    aten::_grouped_mm | [[7, 33], [4, 33, 5], [4]]             | 2310  | 862
                    aten::_scaled_dot_product_flash_attention | [[2, 4, 16, 8], [2, 4, 24, 8], [2, 4, 24, 8], [], [], [], []] | 98304 | 10240
                    aten::_flash_attention_forward | [[2, 16, 4, 8], [2, 24, 4, 8], [2, 24, 4, 8]] | 98304 | 10240
                    aten::_scaled_dot_product_flash_attention_backward | [[2, 4, 16, 8], [2, 4, 16, 8], [2, 4, 24, 8], [2, 4, 24, 8], [2, 4, 16, 8]] | 245760 | 20480
                    vllm::inplace_fused_experts | [[7, 16], [4, 24, 16], [4, 16, 12], [7, 2], [7, 2]] | 16128 |
                    aten::add      | [[7, 1, 5], [1, 3, 5], []]                |       | 310
                    aten::add_     | [[7, 5], [5], []]                         |       | 150
                    aten::mul      | [[7, 5], []]                              |       | 140
                    aten::eq       | [[7, 5], [7, 5]]                          |       | 175
                    aten::silu     | [[7, 5]]                                  |       | 140
                    aten::_softmax | [[7, 5], [], []]                          |       | 140
                    aten::native_layer_norm | [[7, 5], [], [5], [5], []]       |       | 160
                    aten::copy_    | [[7, 5], [7, 5], []]                      |       | 140
                    aten::zero_    | [[7, 5]]                                  |       | 70
                    aten::fill_    | [[7, 5], []]                              |       | 70
                    aten::embedding | [[100, 8], [7]]                          |       | 238
                    aten::frobnicate | [[7, 5]]                                |       |
                    aten::mm       | [[7, 33], [32, 5]]                        |       |
                    aten::mm       | []                                        |       |
                    """)
    void flopsAndLeastTrafficFollowFromShapes(
            String name, String shapes, Double flops, Double bytes) {
        String types =
                "[\"c10::BFloat16\", \"c10::BFloat16\", \"c10::BFloat16\", \"c10::BFloat16\","
                        + " \"c10::BFloat16\"]";
        OperatorWork work = OperatorWork.of(name, shapes, types);
        assertEquals(of(flops), work.flops());
        assertEquals(of(bytes), work.bytes());
    }

    private static OptionalDouble of(Double value) {
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    @Test
    void eachInputHasItsOwnType() {
        OperatorWork copy =
                OperatorWork.of(
                        "aten::copy_",
                        "[[7, 5], [7, 5], []]",
                        "[\"c10::BFloat16\", \"float\", \"Scalar\"]");
        assertEquals(OptionalDouble.of(35 * 2 + 35 * 4), copy.bytes());
        OperatorWork scaled =
                OperatorWork.of(
                        "aten::_scaled_mm",
                        "[[7, 32], [32, 5], [], []]",
                        "[\"c10::Float8_e4m3fn\", \"c10::Float8_e4m3fn\", \"float\", \"float\"]");
        assertEquals(OptionalDouble.of(7 * 32 + 32 * 5 + 7 * 5 * 2), scaled.bytes());
        assertEquals("fp8", scaled.format());
    }

    @Test
    void withoutTypesTheTrafficIsNotKnown() {
        OperatorWork mm = OperatorWork.of("aten::mm", "[[7, 33], [33, 5]]", "");
        assertEquals(OptionalDouble.of(2310), mm.flops());
        assertEquals(OptionalDouble.empty(), mm.bytes());
    }
}
