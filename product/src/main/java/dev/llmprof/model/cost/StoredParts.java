package dev.llmprof.model.cost;

import dev.llmprof.model.checkpoint.Checkpoint;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.StoredDifference;
import dev.llmprof.model.shape.StoredDifference.Part;
import dev.llmprof.safetensors.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a checkpoint's tensors are besides counted parameters, told by their names.
public final class StoredParts {
    private static final Pattern LAYER =
            Pattern.compile("(?:^|\\.)(?:layers|h|blocks|blk)\\.(\\d{1,5})\\.");
    private static final Pattern BUFFER =
            Pattern.compile(
                    ".*(inv_freq|rotary_emb\\..*|masked_bias|position_ids"
                            + "|rope_freqs\\.weight|rope_factors_(long|short)\\.weight)$");

    /// Of attention itself a causal mask, of four dimensions; a projection's bias has one.
    private static final Pattern MASK = Pattern.compile(".*(attn|attention)\\.bias");

    private static final Pattern SCALE =
            Pattern.compile(
                    ".*(_scale|_scale_inv|_scales|\\.scales|\\.qzeros|[._]g_idx|_scale_2|_zero_point"
                            + "|weight_shape|\\.absmax|\\.quant_map|\\.nested_\\w+|\\.quant_state\\..*"
                            + "|\\.SCB)$");
    private static final Pattern HEAD =
            Pattern.compile("(?:.*\\.)?(lm_head|embed_out|output_layer|output)\\.weight");
    private static final Pattern TABLE =
            Pattern.compile(
                    "(?:.*\\.)?(embed_tokens|wte|word_embeddings|embed_in|token_embd"
                            + "|tok_embeddings)\\.weight");
    private static final Pattern EYES =
            Pattern.compile(
                    ".*(visual|vision|image_newline|view_seperator|sam_model|projector|mm_|audio"
                            + "|multi_modal).*");

    private StoredParts() {}

    /// The checkpoint held against the count from its description.
    public static StoredDifference difference(Checkpoint checkpoint, Model model) {
        long counted = Parameters.counted(model, model.precision()).total();
        List<Part> parts = new ArrayList<>(of(checkpoint, model));
        long known = parts.stream().mapToLong(Part::elements).sum();
        long left = checkpoint.elements() - counted - known;
        if (left != 0) {
            parts.add(new Part("unexplained", left, true));
        }
        return new StoredDifference(
                checkpoint.source(),
                checkpoint.elements(),
                checkpoint.bytes(),
                runBytes(checkpoint, model),
                2 * checkpoint.bytesOf("F32") > checkpoint.bytes(),
                counted,
                parts);
    }

    private static List<Part> of(Checkpoint checkpoint, Model model) {
        List<Part> parts = new ArrayList<>();
        Decoder decoder = model.decoder();
        beside(parts, "buffers", sum(checkpoint, StoredParts::isBuffer));
        beside(parts, "scales of quantised weights", sum(checkpoint, StoredParts::isScale));
        if (decoder.tied()) {
            long copies = sum(checkpoint, StoredParts::isHead);
            beside(parts, "the tied head, stored a second time", copies);
        } else if (decoder.head().rows() == decoder.vocabulary()
                && sum(checkpoint, StoredParts::isHead) == 0) {
            missing(
                    parts,
                    "no head is stored: it is tied to the embedding",
                    -decoder.vocabulary() * decoder.embeddingWidth());
        }
        int layers = decoder.layers();
        beside(
                parts,
                "multi-token prediction",
                sum(checkpoint, tensor -> isPredictor(tensor, layers)));
        beside(parts, "packed weights", -packed(checkpoint, model));
        addRows(parts, checkpoint, decoder);
        if (model.vision().isEmpty()) {
            missing(
                    parts,
                    "of other parts than the text model, not counted from the description",
                    sum(checkpoint, StoredParts::isEyes));
        }
        return parts;
    }

    /// A table that was padded or extended has other rows than `vocab_size` says.
    private static void addRows(List<Part> parts, Checkpoint checkpoint, Decoder decoder) {
        Optional<Tensor> table =
                checkpoint.tensors().stream()
                        .filter(tensor -> TABLE.matcher(tensor.name()).matches())
                        .filter(tensor -> !isEyes(tensor) && tensor.shape().size() == 2)
                        .filter(tensor -> !isPredictor(tensor, decoder.layers()))
                        .findFirst();
        boolean same =
                table.isEmpty()
                        || table.get().shape().getLast() != decoder.embeddingWidth()
                        || table.get().shape().getFirst() == decoder.vocabulary();
        if (same) {
            return;
        }
        long rows = table.get().shape().getFirst();
        long stored = decoder.tied() || sum(checkpoint, StoredParts::isHead) == 0 ? 1 : 2;
        missing(
                parts,
                "rows of the embedding, which has %d where the description says %d"
                        .formatted(rows, decoder.vocabulary()),
                stored * (rows - decoder.vocabulary()) * decoder.embeddingWidth());
    }

    /// Bytes that inference needs: scales too, but no buffers, second heads or predictors.
    private static long runBytes(Checkpoint checkpoint, Model model) {
        Decoder decoder = model.decoder();
        long bytes = 0;
        for (Tensor tensor : checkpoint.tensors()) {
            boolean idle =
                    isBuffer(tensor)
                            || isPredicting(tensor, decoder.layers())
                            || (decoder.tied() && isHead(tensor));
            bytes += idle ? 0 : tensor.bytes();
        }
        return bytes;
    }

    private static void beside(List<Part> parts, String reason, long elements) {
        add(parts, reason, elements, false);
    }

    private static void missing(List<Part> parts, String reason, long elements) {
        add(parts, reason, elements, true);
    }

    private static void add(List<Part> parts, String reason, long elements, boolean parameters) {
        if (elements != 0) {
            parts.add(new Part(reason, elements, parameters));
        }
    }

    private static long sum(Checkpoint checkpoint, Predicate<Tensor> counted) {
        return checkpoint.tensors().stream().filter(counted).mapToLong(Tensor::elements).sum();
    }

    /// Several small numbers in one stored one: all but one of them are not seen in the shape.
    private static long packed(Checkpoint checkpoint, Model model) {
        int bits = Math.max(1, model.precision().linear().bits());
        long hidden = 0;
        for (Tensor tensor : checkpoint.tensors()) {
            boolean words = tensor.name().matches(".*(\\.qweight|\\.weight_packed)$");
            boolean halves = tensor.name().matches(".*(_blocks|\\.weight|\\.weight_packed)$");
            if (words && tensor.dtype().equals("I32")) {
                hidden += (32 / Math.min(32, bits) - 1) * tensor.elements();
            } else if (halves && tensor.dtype().equals("U8")) {
                hidden += tensor.elements();
            }
        }
        return hidden;
    }

    private static boolean isBuffer(Tensor tensor) {
        boolean mask = tensor.shape().size() > 1 && MASK.matcher(tensor.name()).matches();
        return mask || BUFFER.matcher(tensor.name()).matches();
    }

    private static boolean isScale(Tensor tensor) {
        return SCALE.matcher(tensor.name()).matches();
    }

    private static boolean isHead(Tensor tensor) {
        return HEAD.matcher(tensor.name()).matches() && layerOf(tensor) < 0;
    }

    private static boolean isEyes(Tensor tensor) {
        return EYES.matcher(tensor.name()).matches() && !isBuffer(tensor) && !isScale(tensor);
    }

    private static boolean isPredictor(Tensor tensor, int layers) {
        return isPredicting(tensor, layers) && !isBuffer(tensor) && !isScale(tensor);
    }

    private static boolean isPredicting(Tensor tensor, int layers) {
        boolean beyond = layerOf(tensor) >= layers || tensor.name().startsWith("mtp.");
        return beyond && !EYES.matcher(tensor.name()).matches();
    }

    private static int layerOf(Tensor tensor) {
        Matcher matcher = LAYER.matcher(tensor.name());
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : -1;
    }
}
