package dev.llmprof.engine.model;

import dev.llmprof.engine.decoder.Decoder;
import dev.llmprof.engine.decoder.DecoderConfig;
import dev.llmprof.engine.decoder.DecoderShapes;
import dev.llmprof.engine.profile.Ranges;
import dev.llmprof.engine.weights.Precision;
import dev.llmprof.engine.weights.Weights;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;

/// A decoder alone, prompted with text.
public record TextModel(Decoder decoder, Tokenizer tokenizer, Weights weights) implements Model {

    TextModel(Path folder, DecoderConfig config, Precision precision, Device device) {
        this(config, folder, Weights.open(folder, precision, device));
    }

    private TextModel(DecoderConfig config, Path folder, Weights weights) {
        DecoderShapes.check(folder, config, weights);
        this(new Decoder(config, weights), Tokenizer.open(folder), weights);
    }

    /// The tokenizer's own ids; where it puts no begin of text in front, the model's is added.
    public Prepared.Text prepare(String text) {
        List<Long> ids = tokenizer.encodeWhole(text);
        var begin = decoder.config().vocabulary().beginOfText();
        boolean wanted =
                begin.isPresent()
                        && (ids.isEmpty() || ids.getFirst() != begin.getAsLong())
                        && begins();
        if (!wanted) {
            return new Prepared.Text(ids);
        }
        List<Long> all = new ArrayList<>(List.of(begin.getAsLong()));
        all.addAll(ids);
        return new Prepared.Text(all);
    }

    /// As much of a prompt as leaves room for so many tokens, or half of the positions.
    public Prepared.Text cut(Prepared.Text prepared, int newTokens) {
        int positions = decoder.config().positions();
        int most = Math.max(positions / 2, positions - newTokens);
        List<Long> ids = prepared.ids();
        return ids.size() <= most ? prepared : new Prepared.Text(ids.subList(0, Math.max(1, most)));
    }

    /// Qwen names a begin of text that its prompts never carry.
    private boolean begins() {
        return !decoder.config().type().startsWith("qwen");
    }

    @Override
    public Tensor embed(Prepared prepared, Ranges ranges) {
        return decoder.embed(prepared.ids());
    }
}
