package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Text models of every family in [Families], and, marked as assumed, of any other whose keys are
/// understood. It knows every config, so it is listed last.
public final class PlainDecoder implements Architecture {

    @Override
    public boolean knows(ModelConfig config) {
        return true;
    }

    @Override
    public Model read(ModelConfig config) {
        ModelConfig found = textOf(config);
        Optional<Family> known = familyOf(config, found);
        if (known.isEmpty()) {
            NotADecoder.refuse(config);
        }
        Family family = known.orElseGet(Families::assumed);
        ModelConfig text =
                tiedAs(config, found)
                        .withDefaults(Families.defaults(found.modelType(), family.name()));
        Decoder decoder = DecoderReader.read(text, family);
        List<String> notes = new ArrayList<>();
        List<String> unknown = otherParts(config);
        if (!unknown.isEmpty()) {
            notes.add(Model.ONLY_TEXT);
        }
        if (PrecisionReader.isWide(config, text)) {
            notes.add(
                    "stored as float32 and counted as it is run, in bf16; --weights fp32 counts it as stored");
        }
        PrecisionReader.unknown(config, text).ifPresent(notes::add);
        List<Operator> stored = Predictors.of(text, decoder, notes);
        Set<String> keys = new TreeSet<>(text.unasked());
        keys.addAll(unknown);
        return new Model(
                nameOf(config),
                family.name().equals("assumed") ? config.modelType() : family.name(),
                known.isEmpty(),
                decoder,
                Optional.empty(),
                stored,
                PrecisionReader.read(config, text),
                Sizes.of(text).or("positions", 0),
                List.copyOf(keys),
                notes,
                Optional.empty());
    }

    /// What a multimodal config describes beside its text model.
    private static List<String> otherParts(ModelConfig config) {
        return Stream.of("audio_config", "vision_config")
                .filter(part -> config.inner(part).isPresent())
                .toList();
    }

    /// The outer config decides whether a multimodal model's head is tied.
    private static ModelConfig tiedAs(ModelConfig config, ModelConfig text) {
        String tie = "tie_word_embeddings";
        return text != config && config.has(tie) ? text.with(tie, config.flag(tie, false)) : text;
    }

    static Optional<Family> familyOf(ModelConfig config, ModelConfig text) {
        Optional<Family> inner = Families.of(text.modelType());
        return inner.isPresent() ? inner : Families.of(config.modelType());
    }

    /// Multimodal configs keep the text model inside; DeepSeek's keep it in both places.
    static ModelConfig textOf(ModelConfig config) {
        if (config.has("hidden_size") && config.has("num_hidden_layers")) {
            return config;
        }
        return config.inner("text_config")
                .or(() -> config.inner("language_config"))
                .or(() -> config.inner("llm_config"))
                .orElse(config);
    }

    static String nameOf(ModelConfig config) {
        return config.text("_name_or_path").filter(name -> !name.isBlank()).orElseGet(config::at);
    }
}
