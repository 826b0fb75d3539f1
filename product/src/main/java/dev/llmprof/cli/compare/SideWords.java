package dev.llmprof.cli.compare;

import dev.llmprof.problem.Problem;
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

    void requireTwo(String fix) {
        requireTwo(sides, fix);
    }

    static void requireTwo(List<String> sides, String fix) {
        if (sides.size() != 2) {
            throw new Problem(
                            "gate and compare take two sides, and there "
                                    + (sides.size() == 1 ? "is 1" : "are " + sides.size()),
                            "the command line",
                            fix)
                    .found();
        }
    }
}
