package dev.llmprof.model.shape;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// How a number is stored: bits for each, and the bits that a group of them shares, its scale and
/// zero point. `group` is zero where nothing is shared and [#CHANNEL] for a row of a matrix;
/// `storedBits` are more than `bits` where words of 32 bits have a rest; `columnBits` are what each
/// column of a matrix has of its own.
public record Format(
        String word, int bits, double storedBits, int group, int sharedBits, int columnBits) {
    public static final int CHANNEL = -1;

    public static final Format FP32 = plain("fp32", 32);
    public static final Format TF32 = plain("tf32", 32);
    public static final Format BF16 = plain("bf16", 16);
    public static final Format FP16 = plain("fp16", 16);
    public static final Format FP8 = plain("fp8", 8);

    /// One float scale for a block of 128 by 128, as DeepSeek-V3 stores it.
    public static final Format FP8_BLOCK = shared("fp8-block", 8, 128 * 128, 32);

    public static final Format FP8_CHANNEL = shared("fp8-channel", 8, CHANNEL, 32);

    /// One float scale for an output channel.
    public static final Format INT8 = shared("int8", 8, CHANNEL, 32);

    public static final Format INT4_G128 = shared("int4-g128", 4, 128, 16 + 4);
    public static final Format INT4_G64 = shared("int4-g64", 4, 64, 16 + 4);
    public static final Format INT4_G32 = shared("int4-g32", 4, 32, 16 + 4);

    /// One float for 64 numbers; twice quantised, a byte for each and one float for 256 of these.
    public static final Format NF4 = shared("nf4", 4, 64, 32);

    public static final Format NF4_TWICE = shared("nf4-twice", 4, 64 * 256, 256 * 8 + 32);
    public static final Format MXFP4 = shared("mxfp4", 4, 32, 8);
    public static final Format NVFP4 = shared("nvfp4", 4, 16, 8);

    /// llama.cpp's own, named as GGUF names them; what a block shares is its scales and minima.
    private static final List<Format> GGUF =
            List.of(
                    shared("q4_0", 4, 32, 16),
                    shared("q4_1", 4, 32, 32),
                    shared("q5_0", 5, 32, 16),
                    shared("q5_1", 5, 32, 32),
                    shared("q8_0", 8, 32, 16),
                    shared("q2_k", 2, 256, 160),
                    shared("q3_k", 3, 256, 112),
                    shared("q4_k", 4, 256, 128),
                    shared("q5_k", 5, 256, 128),
                    shared("q6_k", 6, 256, 144),
                    shared("iq4_nl", 4, 32, 16),
                    shared("iq4_xs", 4, 256, 64),
                    shared("iq3_s", 3, 256, 112),
                    shared("iq3_xxs", 3, 256, 16),
                    shared("iq2_s", 2, 256, 144),
                    shared("iq2_xs", 2, 256, 80),
                    shared("iq2_xxs", 2, 256, 16),
                    shared("iq1_m", 1, 256, 192),
                    shared("iq1_s", 1, 256, 144));

    private static final List<Format> OWN =
            List.of(
                    FP32,
                    TF32,
                    BF16,
                    FP16,
                    FP8,
                    FP8_BLOCK,
                    FP8_CHANNEL,
                    INT8,
                    INT4_G128,
                    INT4_G64,
                    INT4_G32,
                    NF4,
                    NF4_TWICE,
                    MXFP4,
                    NVFP4);

    private static final Pattern INTEGERS =
            Pattern.compile("int([2-8])-(?:g(\\d{1,5})|channel)(-sym)?");

    /// Widths of matrices for which a row is not told: a scale for so many numbers.
    private static final int USUAL_ROW = 4096;

    private static Format plain(String word, int bits) {
        return new Format(word, bits, bits, 0, 0, 0);
    }

    private static Format shared(String word, int bits, int group, int sharedBits) {
        return new Format(word, bits, bits, group, sharedBits, 0);
    }

    /// Integers with a half-width scale for each group, and a zero point beside it unless
    /// symmetric; `group` may be [#CHANNEL].
    public static Format integers(int bits, int group, boolean symmetric) {
        String size = group == CHANNEL ? "channel" : "g" + group;
        String word = "int" + bits + "-" + size + (symmetric ? "-sym" : "");
        return shared(word, bits, group, symmetric ? 16 : 16 + bits);
    }

    /// The same where as many as fit are packed into words of 32 bits, and a rest is left.
    public Format inWords() {
        int inAWord = 32 / bits;
        return new Format(word, bits, 32.0 / inAWord, group, sharedBits, columnBits);
    }

    /// The same where a column says of which group it is (`g_idx`), because columns were quantised
    /// in the order of their activations.
    public Format ordered() {
        return new Format(word, bits, storedBits, group, sharedBits, 32);
    }

    public boolean quantised() {
        return bits < 16;
    }

    public double bytes(double elements) {
        return bytes(elements, USUAL_ROW);
    }

    /// Of a matrix whose rows have so many numbers.
    public double bytes(double elements, double row) {
        double each = group == CHANNEL ? row : group;
        double scales = group == 0 ? 0 : Math.ceil(elements / each) * sharedBits / 8.0;
        double order = elements > 0 ? row * columnBits / 8.0 : 0;
        return elements * storedBits / 8.0 + scales + order;
    }

    public static Optional<Format> named(String word) {
        Matcher integers = INTEGERS.matcher(word);
        Optional<Format> known =
                OWN.stream().filter(format -> format.word.equals(word)).findFirst();
        if (known.isPresent() || !integers.matches()) {
            return known.or(() -> ofGguf(word));
        }
        int group = integers.group(2) == null ? CHANNEL : Integer.parseInt(integers.group(2));
        boolean symmetric = integers.group(3) != null;
        return group == 0
                ? Optional.empty()
                : Optional.of(integers(Integer.parseInt(integers.group(1)), group, symmetric));
    }

    /// The type that llama.cpp calls so.
    public static Optional<Format> ofGguf(String word) {
        return GGUF.stream().filter(format -> format.word.equals(word)).findFirst();
    }

    /// Words a user may choose from; integers of other bits and groups are spelt like these.
    public static List<String> words() {
        return Stream.concat(OWN.stream(), GGUF.stream()).map(Format::word).toList();
    }
}
