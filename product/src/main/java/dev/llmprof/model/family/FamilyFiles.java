package dev.llmprof.model.family;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The files that describe families, one for a family and its near relatives. `words.txt` beside
/// them says what the words mean.
final class FamilyFiles {
    static final List<String> NAMES =
            List.of(
                    "llama",
                    "mistral",
                    "qwen",
                    "deepseek",
                    "kimi",
                    "glm",
                    "gemma",
                    "phi",
                    "falcon",
                    "gpt",
                    "mamba",
                    "olmo",
                    "granite",
                    "cohere",
                    "minimax",
                    "lfm",
                    "nemotron",
                    "mimo",
                    "hunyuan",
                    "ernie",
                    "exaone",
                    "internlm",
                    "minicpm",
                    "stablelm",
                    "llava",
                    "others");

    private FamilyFiles() {}

    /// What a file says of one `model_type`: words, and what its configuration class assumes, as
    /// JSON, or nothing.
    record Entry(List<String> words, String defaults) {
        Entry {
            words = List.copyOf(words);
        }

        private static Entry of(String text) {
            int start = text.indexOf('{');
            String words = start < 0 ? text : text.substring(0, start);
            return new Entry(
                    Arrays.stream(words.split(" +")).filter(word -> !word.isEmpty()).toList(),
                    start < 0 ? "" : text.substring(start));
        }
    }

    /// By `model_type`, in the order of the files.
    static Map<String, Entry> read() {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (String file : NAMES) {
            read(file)
                    .forEach((name, entry) -> {
                        if (entries.put(name, entry) != null) {
                            throw new IllegalStateException(name + " is described twice");
                        }
                    });
        }
        return entries;
    }

    static Map<String, Entry> read(String file) {
        List<String> texts = new ArrayList<>();
        ResourceText.lines(file + ".txt")
                .forEach(line -> {
                    boolean continued = line.startsWith(" ");
                    texts.add(continued ? texts.removeLast() + line : line);
                });
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (String text : texts) {
            String[] parts = text.split(" ", 2);
            entries.put(parts[0], Entry.of(parts.length > 1 ? parts[1] : ""));
        }
        return entries;
    }
}
