package dev.llmprof.compare.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Numbers for the texts of all strips of a comparison.
final class SharedWords {
    private final Map<String, Integer> codes = new HashMap<>();
    private final List<String> words = new ArrayList<>();

    int code(String word) {
        return codes.computeIfAbsent(
                word,
                fresh -> {
                    words.add(fresh);
                    return words.size() - 1;
                });
    }

    String word(int code) {
        return words.get(code);
    }

    /// For each number of the strip's own ours.
    int[] codes(List<String> own) {
        return own.stream().mapToInt(this::code).toArray();
    }
}
