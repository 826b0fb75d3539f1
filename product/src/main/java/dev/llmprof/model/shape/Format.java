package dev.llmprof.model.shape;

import java.util.Arrays;
import java.util.Optional;

/// How a number is stored: bits for each, and what a group of them shares.
public enum Format {
    FP32("fp32", 32, 0, 0, 0),
    TF32("tf32", 32, 0, 0, 0),
    BF16("bf16", 16, 0, 0, 0),
    FP16("fp16", 16, 0, 0, 0),
    FP8("fp8", 8, 0, 0, 0),
    /// One float scale for a block of 128 by 128, as DeepSeek-V3 stores it.
    FP8_BLOCK("fp8-block", 8, 128 * 128, 32, 0),
    /// One float scale for an output channel; taken as groups of 4096.
    INT8("int8", 8, 4096, 32, 0),
    INT4_G128("int4-g128", 4, 128, 16, 4),
    INT4_G64("int4-g64", 4, 64, 16, 4),
    INT4_G32("int4-g32", 4, 32, 16, 16),
    MXFP4("mxfp4", 4, 32, 8, 0),
    NVFP4("nvfp4", 4, 16, 8, 0),
    /// llama.cpp's own, named as GGUF names them; what a block shares is its scales and minima.
    Q4_0("q4_0", 4, 32, 16, 0),
    Q4_1("q4_1", 4, 32, 16, 16),
    Q5_0("q5_0", 5, 32, 16, 0),
    Q5_1("q5_1", 5, 32, 16, 16),
    Q8_0("q8_0", 8, 32, 16, 0),
    Q2_K("q2_k", 2, 256, 160, 0),
    Q3_K("q3_k", 3, 256, 112, 0),
    Q4_K("q4_k", 4, 256, 128, 0),
    Q5_K("q5_k", 5, 256, 128, 0),
    Q6_K("q6_k", 6, 256, 144, 0),
    IQ4_NL("iq4_nl", 4, 32, 16, 0),
    IQ4_XS("iq4_xs", 4, 256, 64, 0),
    IQ3_S("iq3_s", 3, 256, 112, 0),
    IQ3_XXS("iq3_xxs", 3, 256, 16, 0),
    IQ2_S("iq2_s", 2, 256, 144, 0),
    IQ2_XS("iq2_xs", 2, 256, 80, 0),
    IQ2_XXS("iq2_xxs", 2, 256, 16, 0),
    IQ1_M("iq1_m", 1, 256, 192, 0),
    IQ1_S("iq1_s", 1, 256, 144, 0);

    private final String word;
    private final int bits;
    private final int group;
    private final int scaleBits;
    private final int zeroBits;

    Format(String word, int bits, int group, int scaleBits, int zeroBits) {
        this.word = word;
        this.bits = bits;
        this.group = group;
        this.scaleBits = scaleBits;
        this.zeroBits = zeroBits;
    }

    public String word() {
        return word;
    }

    public int bits() {
        return bits;
    }

    public boolean quantised() {
        return bits < 16;
    }

    public double bytes(double elements) {
        double scales = group == 0 ? 0 : Math.ceil(elements / group) * (scaleBits + zeroBits) / 8.0;
        return elements * bits / 8.0 + scales;
    }

    public static Optional<Format> named(String word) {
        return Arrays.stream(values()).filter(format -> format.word.equals(word)).findFirst();
    }
}
