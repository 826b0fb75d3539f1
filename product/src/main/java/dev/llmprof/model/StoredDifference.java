package dev.llmprof.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Why a checkpoint holds more or fewer numbers than the model has parameters. What cannot be
/// explained is said to be unexplained.
public record StoredDifference(long stored, long bytes, long counted, List<Part> parts) {
    private static final Pattern LAYER =
            Pattern.compile("(?:^|\\.)(?:layers|h|blocks)\\.(\\d+)\\.");
    private static final Pattern BUFFER =
            Pattern.compile(
                    ".*(inv_freq|rotary_emb\\..*|masked_bias|position_ids|attn\\.bias|attention\\.bias"
                            + "|rope_freqs\\.weight)$");
    private static final Pattern SCALE =
            Pattern.compile(
                    ".*(_scale|_scale_inv|_scales|\\.scales|\\.qzeros|\\.g_idx|input_scale)$");

    /// One reason and how many numbers it accounts for.
    public record Part(String reason, long elements) {}

    public StoredDifference {
        parts = List.copyOf(parts);
    }

    public boolean explained() {
        return stored - counted == parts.stream().mapToLong(Part::elements).sum();
    }

    public static StoredDifference of(Checkpoint checkpoint, Model model) {
        long counted = Parameters.of(model, model.precision()).total();
        long stored = checkpoint.elements();
        List<Part> parts = new ArrayList<>();
        int layers = model.decoder().layers();
        boolean tied = model.decoder().tied();
        add(parts, "buffers", sum(checkpoint, StoredDifference::isBuffer));
        add(parts, "scales of quantised weights", sum(checkpoint, StoredDifference::isScale));
        add(
                parts,
                "the tied head, stored a second time",
                tied ? sum(checkpoint, StoredDifference::isHead) : 0);
        add(
                parts,
                "multi-token prediction",
                sum(checkpoint, tensor -> layerOf(tensor) >= layers && isText(tensor)));
        add(parts, "packed weights", -packed(checkpoint));
        var difference = new StoredDifference(stored, checkpoint.bytes(), counted, parts);
        if (difference.explained()) {
            return difference;
        }
        long known = parts.stream().mapToLong(Part::elements).sum();
        add(parts, "unexplained", stored - counted - known);
        return new StoredDifference(stored, checkpoint.bytes(), counted, parts);
    }

    private static void add(List<Part> parts, String reason, long elements) {
        if (elements != 0) {
            parts.add(new Part(reason, elements));
        }
    }

    private static long sum(Checkpoint checkpoint, Predicate<Tensor> counted) {
        return checkpoint.tensors().stream()
                .filter(counted)
                .sorted(Comparator.comparing(Tensor::name))
                .mapToLong(Tensor::elements)
                .sum();
    }

    /// Eight 4-bit numbers in an I32, two in a U8: seven and one of them are not seen.
    private static long packed(Checkpoint checkpoint) {
        long hidden = 0;
        for (Tensor tensor : checkpoint.tensors()) {
            boolean four = tensor.name().endsWith(".qweight") && tensor.dtype().equals("I32");
            boolean two = tensor.name().endsWith("_blocks") && tensor.dtype().equals("U8");
            hidden += four ? 7 * tensor.elements() : two ? tensor.elements() : 0;
        }
        return hidden;
    }

    private static boolean isBuffer(Tensor tensor) {
        return BUFFER.matcher(tensor.name()).matches();
    }

    private static boolean isScale(Tensor tensor) {
        return SCALE.matcher(tensor.name()).matches();
    }

    private static boolean isHead(Tensor tensor) {
        return tensor.name().endsWith("lm_head.weight");
    }

    private static boolean isText(Tensor tensor) {
        return !tensor.name().contains("vision")
                && !tensor.name().contains("sam_model")
                && !isBuffer(tensor)
                && !isScale(tensor);
    }

    private static int layerOf(Tensor tensor) {
        Matcher matcher = LAYER.matcher(tensor.name());
        return matcher.find() && matcher.group(1).length() < 6
                ? Integer.parseInt(matcher.group(1))
                : -1;
    }

    /// In words, for a report.
    public String sentence() {
        String why =
                parts.stream()
                        .map(part ->
                                String.format(
                                        Locale.ROOT, "%+,d %s", part.elements(), part.reason()))
                        .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "the weights hold %,d numbers in %,d bytes: %s",
                stored,
                bytes,
                why.isEmpty()
                        ? "exactly what was counted"
                        : why
                                + " beside the "
                                + String.format(Locale.ROOT, "%,d", counted)
                                + " counted");
    }
}
