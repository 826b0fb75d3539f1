package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.problem.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Models of other kinds, told before they would be counted as what they are not.
final class NotADecoder {
    private static final Pattern ENCODERS =
            Pattern.compile(".*(_encoder|_vision|_vision_model|_audio|_audio_model)");

    private static final List<String> HEADS =
            List.of(
                    "ForMaskedLM",
                    "ForPreTraining",
                    "ForImageClassification",
                    "ForAudioClassification",
                    "ForObjectDetection",
                    "ForCTC");

    private NotADecoder() {}

    /// Speaks up only for types nobody here knows.
    static void refuse(ModelConfig config) {
        Optional<String> kind = kind(config);
        if (kind.isPresent()) {
            throw new Problem(
                            "'%s' is %s; only models that generate text by a decoder alone are counted"
                                    .formatted(config.modelType(), words(kind.get())),
                            config.at(),
                            "give the config.json of a decoder: Llama, Qwen, Mistral, DeepSeek …")
                    .found();
        }
    }

    private static Optional<String> kind(ModelConfig config) {
        String type = config.modelType();
        String listed = Lazy.KINDS.getOrDefault(type, "");
        if (!listed.isEmpty()) {
            return Optional.of(listed);
        }
        if (config.flag("is_encoder_decoder", false) || config.has("encoder_layers")) {
            return Optional.of("encoder_decoder");
        }
        boolean headed =
                config.architectures().stream()
                        .anyMatch(name -> HEADS.stream().anyMatch(name::endsWith));
        return headed || ENCODERS.matcher(type).matches()
                ? Optional.of("encoder")
                : Optional.empty();
    }

    private static String words(String kind) {
        return switch (kind) {
            case "encoder" -> "an encoder";
            case "encoder_decoder" -> "an encoder with a decoder";
            case "recurrent" -> "a recurrent network without attention of a kind not counted yet";
            default -> throw new IllegalStateException(kind);
        };
    }

    private static final class Lazy {
        private static final Map<String, String> KINDS = kinds();

        private static Map<String, String> kinds() {
            Map<String, String> kinds = new HashMap<>();
            String kind = "";
            for (String line : ResourceText.lines("not_decoders.txt").toList()) {
                boolean goesOn = line.startsWith(" ");
                List<String> words = List.of(line.strip().split(" "));
                kind = goesOn ? kind : words.getFirst();
                for (String word : goesOn ? words : words.subList(1, words.size())) {
                    kinds.put(word, kind);
                }
            }
            return kinds;
        }
    }
}
