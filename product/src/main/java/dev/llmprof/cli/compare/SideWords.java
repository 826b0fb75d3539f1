package dev.llmprof.cli.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The words of a command line parted: sides, and overrides of keys as `run` takes them.
record SideWords(List<String> sides, List<String> overrides) {

    static SideWords of(List<String> words) {
        return new SideWords(
                words.stream().filter(word -> !isOverride(word)).toList(),
                words.stream().filter(SideWords::isOverride).toList());
    }

    /// A file may have such a name.
    private static boolean isOverride(String word) {
        return word.matches("[+~]*[A-Za-z_][\\w./@]*=.*") && !Files.exists(Path.of(word));
    }
}
