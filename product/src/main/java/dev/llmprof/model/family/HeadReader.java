package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.shape.Decoder;
import java.util.List;
import java.util.regex.Pattern;

/// What stands after the last layer, as `architectures` says: a language head, a few outputs for
/// classes, or nothing.
final class HeadReader {
    /// Classes of transformers that end in `Model` and have a head all the same, or are somebody's
    /// own.
    private static final Pattern SPEAKING =
            Pattern.compile(
                    "(?!NanoChat).*(LMHeadModel|HeadsModel|Chat|Omni|ForCausalLM|Generation).*");

    private static final String TIE = "tie_word_embeddings";
    private static final Pattern CLASSES = Pattern.compile(".*For(Sequence|Token)Classification");
    private static final Pattern BARE = Pattern.compile(".*(Model|ForQuestionAnswering)");

    private HeadReader() {}

    static Decoder.Head of(ModelConfig config, Family family, long vocabulary) {
        config.ignore(TIE);
        List<String> named = config.architectures();
        boolean speaks =
                named.isEmpty()
                        || named.stream().anyMatch(name -> SPEAKING.matcher(name).matches())
                        || config.inner("auto_map")
                                .filter(map -> map.has("AutoModelForCausalLM"))
                                .isPresent();
        if (!speaks && named.stream().allMatch(name -> CLASSES.matcher(name).matches())) {
            return new Decoder.Head(labels(config), false, isToken(named));
        }
        if (!speaks && named.stream().allMatch(name -> BARE.matcher(name).matches())) {
            return Decoder.Head.NONE;
        }
        return new Decoder.Head(vocabulary, tied(config, family), bias(config, family));
    }

    /// Of tokens, classes are told with a bias; of sequences, without.
    private static boolean isToken(List<String> named) {
        return named.getFirst().contains("ForToken");
    }

    private static long labels(ModelConfig config) {
        return config.inner("id2label")
                .map(labels -> (long) labels.keys().size())
                .orElseGet(() -> config.whole(2, "num_labels"));
    }

    private static boolean tied(ModelConfig config, Family family) {
        boolean tied = config.flag(TIE, family.has("tied"));
        return tied && !family.has("untied");
    }

    /// The outer config decides whether a multimodal model's head is tied, in most families.
    static ModelConfig tiedAs(ModelConfig config, ModelConfig text) {
        String outer = Families.word(config.modelType(), "outer=").orElse("");
        if (text == config || outer.equals("inner")) {
            return text;
        }
        boolean inside = outer.equals("either") && text.flag(TIE, false);
        if (!config.has(TIE) && outer.isEmpty()) {
            return text;
        }
        return text.with(TIE, inside || config.flag(TIE, outer.equals("tied")));
    }

    private static boolean bias(ModelConfig config, Family family) {
        return config.flag("lm_head_bias", family.has("head_bias"))
                || family.word("head_bias=").filter(key -> config.flag(key, false)).isPresent();
    }

    /// The outer config of a multimodal model says which class it is.
    static ModelConfig asOuter(ModelConfig config, ModelConfig text) {
        return text == config ? text : text.with("architectures", config.list("architectures"));
    }
}
