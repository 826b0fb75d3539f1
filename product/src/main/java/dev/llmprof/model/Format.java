package dev.llmprof.model;

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
    NVFP4("nvfp4", 4, 16, 8, 0);

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
