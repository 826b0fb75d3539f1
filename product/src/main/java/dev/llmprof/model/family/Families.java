package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.JsonTree;
import dev.llmprof.model.family.FamilyFiles.Entry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The decoder families we know by `model_type`, from the files of [FamilyFiles].
public final class Families {
    private static final String ALIAS = "=";
    private static final String LIKE = "like=";
    private static final String NO_FAMILY = "-";
    private static final String UNKNOWN = "*";
    private static final Entry NOTHING = new Entry(List.of(NO_FAMILY), "");

    private Families() {}

    static Optional<Family> of(String modelType) {
        List<String> words = entry(modelType).words();
        if (words.contains(NO_FAMILY) || modelType.equals(UNKNOWN)) {
            return Optional.empty();
        }
        return isAlias(words)
                ? of(words.get(1))
                : Optional.of(Family.of(modelType, inherited(words)));
    }

    /// All names but aliases, in the order of the files.
    public static List<String> names() {
        return Lazy.ENTRIES.keySet().stream()
                .filter(name -> of(name).filter(family -> family.name().equals(name)).isPresent())
                .toList();
    }

    /// For a model nobody named.
    static Family assumed() {
        return Family.of("assumed", inherited(entry(UNKNOWN).words()));
    }

    /// What the type's configuration class assumes where its config.json is silent, else that of
    /// the family it is read as; empty where neither has any.
    static Map<String, Object> defaults(String modelType, String family) {
        String own = entry(modelType).defaults();
        String json = own.isEmpty() ? entry(family).defaults() : own;
        return json.isEmpty()
                ? Map.of()
                : JsonTree.object(
                        json.getBytes(StandardCharsets.UTF_8), "defaults of " + modelType);
    }

    /// What follows the prefix in a word for this very type, as in words for its eyes.
    static Optional<String> word(String modelType, String prefix) {
        return entry(modelType).words().stream()
                .filter(word -> word.startsWith(prefix))
                .map(word -> word.substring(prefix.length()))
                .findFirst();
    }

    static boolean has(String modelType, String word) {
        return entry(modelType).words().contains(word);
    }

    /// The type that a GGUF file means by its architecture.
    public static String ofGguf(String architecture, boolean mixture) {
        return named("gguf_mixture=" + architecture)
                .filter(_ -> mixture)
                .or(() -> named("gguf=" + architecture))
                .orElse(architecture);
    }

    /// Whether checkpoints hold a module for more tokens at once of which their config is silent.
    public static boolean isSilentOfPredictor(String family) {
        return has(family, "silent_predictor");
    }

    private static Optional<String> named(String word) {
        return Lazy.ENTRIES.keySet().stream().filter(name -> has(name, word)).findFirst();
    }

    private static Entry entry(String modelType) {
        return Lazy.ENTRIES.getOrDefault(modelType, NOTHING);
    }

    private static boolean isAlias(List<String> words) {
        return !words.isEmpty() && words.getFirst().equals(ALIAS);
    }

    private static List<String> inherited(List<String> words) {
        List<String> all = new ArrayList<>();
        for (String word : words) {
            if (word.startsWith(LIKE)) {
                all.addAll(inherited(entry(word.substring(LIKE.length())).words()));
            } else {
                all.add(word);
            }
        }
        return all;
    }

    private static final class Lazy {
        private static final Map<String, Entry> ENTRIES = FamilyFiles.read();
    }
}
