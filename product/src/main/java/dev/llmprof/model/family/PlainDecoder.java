package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Caveat;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

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
        return read(config, found, known);
    }

    private static Model read(ModelConfig config, ModelConfig found, Optional<Family> known) {
        Family family = known.orElseGet(Families::assumed);
        ModelConfig text =
                HeadReader.asOuter(config, HeadReader.tiedAs(config, found))
                        .withDefaults(Families.defaults(found.modelType(), family.name()));
        DecoderLayers layers = DecoderReader.layers(text, family);
        Decoder decoder = DecoderReader.read(text, family, layers);
        List<String> notes = new ArrayList<>();
        List<String> others = OtherParts.of(config);
        Optional<String> partly = OtherParts.note(config);
        partly.ifPresent(notes::add);
        if (PrecisionReader.isWide(config, text)) {
            notes.add(
                    "stored as float32 and counted as it is run, in bf16; --weights fp32 counts it as stored");
        }
        Optional<String> unknownWeights = PrecisionReader.unknown(config, text);
        unknownWeights.ifPresent(notes::add);
        List<Operator> stored = Predictors.of(text, decoder, notes);
        Set<String> keys = new TreeSet<>(text.unasked());
        keys.addAll(others);
        OtherParts.ignoreIn(text, others);
        List<Caveat> caveats = new ArrayList<>();
        addIf(caveats, known.isEmpty(), Caveat.ASSUMED);
        addIf(caveats, !text.unaskedSizes().isEmpty(), Caveat.UNSURE);
        addIf(caveats, partly.isPresent(), Caveat.TEXT_ONLY);
        addIf(caveats, unknownWeights.isPresent(), Caveat.WEIGHTS_ASSUMED);
        return new Model(
                nameOf(config),
                family.name().equals("assumed") ? config.modelType() : family.name(),
                caveats,
                decoder,
                Optional.empty(),
                List.of(),
                stored,
                PrecisionReader.read(config, text, layers),
                Sizes.of(text).or("positions", 0),
                List.copyOf(keys),
                notes,
                Optional.empty());
    }

    private static void addIf(List<Caveat> caveats, boolean so, Caveat caveat) {
        if (so) {
            caveats.add(caveat);
        }
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
                .or(() -> config.inner("thinker_config").map(PlainDecoder::textOf))
                .orElse(config);
    }

    static String nameOf(ModelConfig config) {
        return config.text("_name_or_path").filter(name -> !name.isBlank()).orElseGet(config::at);
    }
}
