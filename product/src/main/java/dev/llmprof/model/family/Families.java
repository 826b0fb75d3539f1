package dev.llmprof.model.family;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The decoder families we know by `model_type`, from `decoders.txt`.
public final class Families {
    private static final String ALIAS = "=";
    private static final String LIKE = "like=";

    private Families() {}

    static Optional<Family> of(String modelType) {
        List<String> words = Lazy.LINES.getOrDefault(modelType, List.of());
        if (words.isEmpty()) {
            return Lazy.LINES.containsKey(modelType)
                    ? Optional.of(Family.of(modelType, words))
                    : Optional.empty();
        }
        return words.getFirst().equals(ALIAS)
                ? of(words.getLast())
                : Optional.of(Family.of(modelType, inherited(words)));
    }

    /// All names but aliases, sorted as the file has them.
    public static List<String> names() {
        return Lazy.LINES.entrySet().stream()
                .filter(line ->
                        line.getValue().isEmpty() || !line.getValue().getFirst().equals(ALIAS))
                .map(Map.Entry::getKey)
                .toList();
    }

    /// For a model nobody named: as Llama, with every bias key that is in use somewhere.
    static Family assumed() {
        List<String> words = new ArrayList<>(Lazy.LINES.getOrDefault("llama", List.of()));
        words.addAll(
                List.of(
                        "window=all",
                        "bias=q:qkv_bias",
                        "bias=q:use_qkv_bias",
                        "bias=q:add_qkv_bias",
                        "bias=o:attention_out_bias",
                        "bias=qom:use_bias",
                        "qk=head:use_qk_norm"));
        return Family.of("assumed", words);
    }

    private static List<String> inherited(List<String> words) {
        List<String> all = new ArrayList<>();
        for (String word : words) {
            if (word.startsWith(LIKE)) {
                String parent = word.substring(LIKE.length());
                all.addAll(inherited(Lazy.LINES.getOrDefault(parent, List.of())));
            } else {
                all.add(word);
            }
        }
        return all;
    }

    private static final class Lazy {
        private static final Map<String, List<String>> LINES = lines();

        private static Map<String, List<String>> lines() {
            Map<String, List<String>> lines = new LinkedHashMap<>();
            ResourceText.lines("decoders.txt")
                    .forEach(line -> {
                        List<String> words = Arrays.asList(line.split(" ", -1));
                        lines.put(words.getFirst(), words.subList(1, words.size()));
                    });
            return lines;
        }
    }
}
