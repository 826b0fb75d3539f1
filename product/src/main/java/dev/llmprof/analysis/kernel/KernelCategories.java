package dev.llmprof.analysis.kernel;

import java.util.List;
import java.util.regex.Pattern;

/// Says what a kernel does from its name. The first rule that fits stands, so the special ones come
/// first.
public final class KernelCategories {
    private record Rule(KernelCategory category, Pattern pattern) {}

    private static final List<Rule> RULES =
            List.of(
                    rule(
                            KernelCategory.COMMUNICATION,
                            "nccl|rccl|cross_device_reduce|all_?reduce|all_?gather|reduce_?scatter|nvshmem|one_shot|two_shot|sendrecv"),
                    rule(
                            KernelCategory.MOE,
                            "moe|topk_?gating|expert|grouped_gemm_swiglu|_matmul_ogs|sorttokens|routing"),
                    rule(
                            KernelCategory.ATTENTION,
                            "flash|fmha|attention|attn|paged_|\\bmla|_mla|mha_|sdpa|flashinfer|fwd_kv|decode_kv|bmhk|unified_attention|splitkv|split_kv"),
                    rule(
                            KernelCategory.CACHE,
                            "reshape_and_cache|store_cache|kv_?cache|store_kv|copy_blocks"),
                    rule(KernelCategory.ROTARY, "rotary|rope"),
                    rule(
                            KernelCategory.CONVOLUTION,
                            "conv|wgrad|dgrad|winograd|im2col|col2im|fprop"),
                    rule(
                            KernelCategory.NORM,
                            "rms_?norm|layer_?norm|batch_?norm|group_?norm|bn_fw|bn_bw|norm2d|rmsnorm|layernorm|welford|_norm"),
                    rule(KernelCategory.SOFTMAX, "softmax|cunn_soft"),
                    rule(KernelCategory.QUANTISATION, "quant|fp8_|_fp8|to_fp4|mxfp"),
                    rule(
                            KernelCategory.GEMM,
                            "gemm|gemv|cutlass|nvjet|cijk_|matmul|s\\d{3,5}gemm|xmma|wmma|splitkreduce|_mm_|cublas|tensile|dot_kernel|marlin|machete|\\bmm\\b"),
                    rule(KernelCategory.EMBEDDING, "embedding|vectorized_gather|indexselect"),
                    rule(
                            KernelCategory.SAMPLING,
                            "sampl|topk|top_k|top_p|argmax|multinomial|radixsort|bitonic|sort"),
                    rule(
                            KernelCategory.ACTIVATION,
                            "silu|gelu|relu|swiglu|act_and_mul|activation|sigmoid|tanh"),
                    rule(
                            KernelCategory.COPY,
                            "memory_copy_|rocclr_copy|copy|catarray|transpose|permute|_to_copy"),
                    rule(KernelCategory.SET, "fillbuffer|fill_?functor|memset"),
                    rule(KernelCategory.REDUCTION, "reduce|cumsum|scan|_sum|mean"),
                    rule(
                            KernelCategory.ELEMENTWISE,
                            "elementwise|triton_poi|pointwise|multi_tensor_apply|scatter|gather|index|where|masked|triu|tril|arange|distribution|random|philox|adam|foreach|dropout"));

    private KernelCategories() {}

    public static KernelCategory of(String name) {
        for (Rule rule : RULES) {
            if (rule.pattern.matcher(name).find()) {
                return rule.category;
            }
        }
        return KernelCategory.OTHER;
    }

    private static Rule rule(KernelCategory category, String regex) {
        return new Rule(category, Pattern.compile(regex, Pattern.CASE_INSENSITIVE));
    }
}
