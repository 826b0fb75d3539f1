package dev.llmprof.model.checkpoint;

import java.util.Arrays;
import java.util.Optional;

/// How GGUF stores numbers: its code, the numbers in a block, and the bytes of a block.
public enum GgufTypes {
    F32(0, 1, 4),
    F16(1, 1, 2),
    Q4_0(2, 32, 18),
    Q4_1(3, 32, 20),
    Q5_0(6, 32, 22),
    Q5_1(7, 32, 24),
    Q8_0(8, 32, 34),
    Q8_1(9, 32, 36),
    Q2_K(10, 256, 84),
    Q3_K(11, 256, 110),
    Q4_K(12, 256, 144),
    Q5_K(13, 256, 176),
    Q6_K(14, 256, 210),
    Q8_K(15, 256, 292),
    IQ2_XXS(16, 256, 66),
    IQ2_XS(17, 256, 74),
    IQ3_XXS(18, 256, 98),
    IQ1_S(19, 256, 50),
    IQ4_NL(20, 32, 18),
    IQ3_S(21, 256, 110),
    IQ2_S(22, 256, 82),
    IQ4_XS(23, 256, 136),
    I8(24, 1, 1),
    I16(25, 1, 2),
    I32(26, 1, 4),
    I64(27, 1, 8),
    F64(28, 1, 8),
    IQ1_M(29, 256, 56),
    BF16(30, 1, 2),
    TQ1_0(34, 256, 54),
    TQ2_0(35, 256, 66),
    MXFP4(39, 32, 17),
    NVFP4(40, 64, 36),
    Q1_0(41, 128, 18),
    Q2_0(42, 64, 18);

    private final int code;
    private final int block;
    private final int bytes;

    GgufTypes(int code, int block, int bytes) {
        this.code = code;
        this.block = block;
        this.bytes = bytes;
    }

    public int block() {
        return block;
    }

    public int bytes() {
        return bytes;
    }

    static Optional<GgufTypes> of(int code) {
        return Arrays.stream(values()).filter(type -> type.code == code).findFirst();
    }

    /// The fewest bytes an element of a key's array takes; zero for a type that does not exist.
    static int width(int keyType) {
        return switch (keyType) {
            case 0, 1, 7 -> 1;
            case 2, 3 -> 2;
            case 4, 5, 6 -> 4;
            case 8, 10, 11, 12 -> 8;
            case 9 -> 12;
            default -> 0;
        };
    }
}
