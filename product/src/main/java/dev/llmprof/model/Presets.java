package dev.llmprof.model;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.family.ResourceText;
import dev.llmprof.model.shape.Model;
import dev.llmprof.problem.Nearest;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Well-known models by name, for those who have no config.json at hand.
public final class Presets {
    /// The built-in workload's own models.
    private static final List<String> OWN = List.of("tiny", "tiny_text");

    private Presets() {}

    public static List<String> names() {
        return Stream.concat(OWN.stream(), Lazy.TEXTS.keySet().stream()).toList();
    }

    /// Whether the built-in workload makes this model itself, and nobody else has it.
    public static boolean own(String name) {
        return OWN.contains(name);
    }

    public static Optional<Model> find(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        if (own(wanted)) {
            return Optional.of(
                    read(wanted, ResourceText.all("/dev/llmprof/workload/" + wanted + ".json")));
        }
        return Optional.ofNullable(Lazy.TEXTS.get(wanted)).map(text -> read(wanted, text));
    }

    /// A preset that a hub's name may mean, as the end of a sentence.
    static String alike(String word) {
        String wanted = word.toLowerCase(Locale.ROOT);
        return names().stream()
                .filter(name -> wanted.startsWith(name))
                .max(Comparator.comparingInt(String::length))
                .map(name -> "; or the preset " + name)
                .orElse("");
    }

    static String fix(String word) {
        return Nearest.to(word.toLowerCase(Locale.ROOT), names())
                        .map(near -> "did you mean " + near + "? ")
                        .orElse("")
                + "presets: "
                + String.join(", ", names());
    }

    private static Model read(String name, String text) {
        byte[] json = text.getBytes(StandardCharsets.UTF_8);
        return Architectures.read(ModelConfig.parse(json, "preset " + name)).named(name);
    }

    private static final class Lazy {
        private static final Map<String, String> TEXTS = texts();

        private static Map<String, String> texts() {
            Map<String, String> texts = new LinkedHashMap<>();
            ResourceText.lines("presets.txt")
                    .forEach(line ->
                            texts.put(
                                    line.substring(0, line.indexOf(' ')),
                                    line.substring(line.indexOf(' ') + 1)));
            return texts;
        }
    }
}
