package dev.llmprof.testing.kineto;

import dev.llmprof.testing.kineto.GpuEvent.Work;

/// A small Llama as PyTorch runs it, operator by operator, on one stream. Its lengths are made up;
/// the names are those that PyTorch and cuBLAS use.
final class Llama {
    private static final String GEMM =
            "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas";
    private static final String MULTIPLY =
            "void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<at::native::BinaryFunctor<c10::BFloat16, c10::BFloat16, c10::BFloat16, at::native::binary_internal::MulFunctor<float> > >(at::TensorIteratorBase&, at::native::BinaryFunctor<c10::BFloat16, c10::BFloat16, c10::BFloat16, at::native::binary_internal::MulFunctor<float> > const&)::{lambda(int)#1}>(int, at::native::gpu_kernel_impl_nocast<at::native::BinaryFunctor<c10::BFloat16, c10::BFloat16, c10::BFloat16, at::native::binary_internal::MulFunctor<float> > >(at::TensorIteratorBase&, at::native::BinaryFunctor<c10::BFloat16, c10::BFloat16, c10::BFloat16, at::native::binary_internal::MulFunctor<float> > const&)::{lambda(int)#1})";
    private static final String SILU =
            "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous namespace)::silu_kernel(at::TensorIteratorBase&)::{lambda()#1}::operator()() const::{lambda()#6}::operator()() const::{lambda(c10::BFloat16)#1}, std::array<char*, 2ul> >(int, at::native::(anonymous namespace)::silu_kernel(at::TensorIteratorBase&)::{lambda()#1}::operator()() const::{lambda()#6}::operator()() const::{lambda(c10::BFloat16)#1}, std::array<char*, 2ul>)";
    private static final String ATTENTION =
            "void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 128, 4, false, false, cutlass::bfloat16_t, Flash_kernel_traits<64, 128, 128, 4, cutlass::bfloat16_t> >, false, true, false, false, true, true, false>(pytorch_flash::Flash_fwd_params)";
    private static final String NORM =
            "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, float, float, float>, unsigned int, float, 4> >(at::native::ReduceOp<float, at::native::MeanOps<float, float, float, float>, unsigned int, float, 4>)";

    private final Program program;
    private final Lane lane;
    private final int layers;

    Llama(Program program, Lane lane, int layers) {
        this.program = program;
        this.lane = lane;
        this.layers = layers;
    }

    /// One forward over so many tokens.
    void forward(int tokens) {
        program.module(
                "LlamaModel_0",
                () -> {
                    program.operator(
                            "aten::embedding",
                            "[[1024, 64], [1, " + tokens + "]]",
                            () -> kernel("indexSelectLargeIndex", tokens));
                    for (int layer = 0; layer < layers; layer++) {
                        layer(layer, tokens);
                    }
                    norm(2 * layers, tokens);
                });
        program.module("Linear_" + layers * 3, () -> linear(tokens, 64, 1024));
    }

    private void layer(int layer, int tokens) {
        program.module(
                "LlamaDecoderLayer_" + layer,
                () -> {
                    norm(2 * layer, tokens);
                    program.module("LlamaAttention_" + layer, () -> attention(tokens));
                    norm(2 * layer + 1, tokens);
                    program.module("LlamaMLP_" + layer, () -> mlp(layer, tokens));
                });
    }

    private void norm(int number, int tokens) {
        program.module(
                "LlamaRMSNorm_" + number,
                () -> {
                    program.operator("aten::mean", shape(tokens, 64), () -> kernel(NORM, tokens));
                    program.operator(
                            "aten::mul", shape(tokens, 64), () -> kernel(MULTIPLY, tokens));
                });
    }

    private void attention(int tokens) {
        linear(tokens, 64, 64);
        program.frame(
                "torch/nn/functional.py(5811): scaled_dot_product_attention",
                () ->
                        program.operator(
                                "aten::scaled_dot_product_attention",
                                shape(tokens, 64),
                                () ->
                                        program.operator(
                                                "aten::_flash_attention_forward",
                                                shape(tokens, 64),
                                                () -> kernel(ATTENTION, 3L * tokens))));
        linear(tokens, 64, 64);
    }

    private void mlp(int layer, int tokens) {
        program.module("Linear_" + layer * 3, () -> linear(tokens, 64, 256));
        program.operator("aten::silu", shape(tokens, 256), () -> kernel(SILU, tokens));
        program.operator("aten::mul", shape(tokens, 256), () -> kernel(MULTIPLY, tokens));
        program.module("Linear_" + (layer * 3 + 1), () -> linear(tokens, 256, 64));
    }

    /// cuBLAS clears its workspace before a product.
    private void linear(int tokens, int from, int to) {
        program.operator(
                "aten::linear",
                "[[1, %d, %d], [%d, %d], []]".formatted(tokens, from, to, from),
                () ->
                        program.operator(
                                "aten::mm",
                                "[[%d, %d], [%d, %d]]".formatted(tokens, from, from, to),
                                () -> {
                                    program.launch(Work.set(lane, 800, 4));
                                    kernel(GEMM, tokens + (long) from * to / 512);
                                }));
    }

    private static String shape(int tokens, int width) {
        return "[[1, %d, %d], []]".formatted(tokens, width);
    }

    private void kernel(String name, long weight) {
        program.launch(Work.kernel(name, lane, 1_300 + 117 * weight));
    }
}
