package dev.llmprof.model.family;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Everything that is special about a family stands in one file.
class FamilyFilesTest {
    private static final Path JAVA = Path.of("src/main/java/dev/llmprof");
    private static final Path FILES = Path.of("src/main/resources/dev/llmprof/model/family");

    /// A preset is a model, and says of which family; `words.txt` explains.
    private static final Set<String> NOT_OF_FAMILIES = Set.of("not_decoders", "presets", "words");

    @Test
    void noJavaFileKnowsAFamilyByName() throws IOException {
        Set<String> names = new TreeSet<>(FamilyFiles.read().keySet());
        // The family of the unknown, and a kind of layer as well.
        names.removeAll(Set.of("*", "mamba"));
        List<String> found = new ArrayList<>();
        for (Path file : javaFiles()) {
            String text = Files.readString(file);
            names.stream()
                    .filter(name -> text.contains("\"" + name + "\""))
                    .forEach(name -> found.add(file.getFileName() + " " + name));
        }
        assertEquals(List.of(), found);
    }

    @Test
    void everyFileIsListed() throws IOException {
        Set<String> listed = new TreeSet<>(FamilyFiles.NAMES);
        listed.addAll(NOT_OF_FAMILIES);
        try (Stream<Path> files = Files.list(FILES)) {
            assertEquals(
                    listed,
                    new TreeSet<>(
                            files.map(file -> file.getFileName().toString())
                                    .map(name -> name.replace(".txt", ""))
                                    .toList()));
        }
    }

    @Test
    void everyWordIsExplained() {
        var vocabulary = new Vocabulary();
        ResourceText.lines("words.txt").forEach(vocabulary::add);
        List<String> unknown = new ArrayList<>();
        FamilyFiles.read()
                .forEach((name, entry) -> {
                    boolean alias = entry.words().contains("=");
                    entry.words().stream()
                            .skip(alias ? 2 : 0)
                            .filter(word -> !vocabulary.knows(word))
                            .forEach(word -> unknown.add(name + " " + word));
                });
        assertEquals(List.of(), unknown);
    }

    @Test
    void everyOtherFamilyIsThere() {
        Set<String> names = FamilyFiles.read().keySet();
        List<String> missing = new ArrayList<>();
        FamilyFiles.read()
                .forEach((name, entry) -> {
                    boolean alias = entry.words().contains("=");
                    Stream<String> others =
                            alias
                                    ? Stream.of(entry.words().get(1))
                                    : entry.words().stream()
                                            .filter(word -> word.startsWith("like="))
                                            .map(word -> word.substring("like=".length()));
                    others.filter(other -> !names.contains(other))
                            .forEach(other -> missing.add(name + " " + other));
                });
        assertEquals(List.of(), missing);
    }

    @Test
    void findsTheTypeThatGgufMeans() {
        assertEquals("llama", Families.ofGguf("llama", false));
        assertEquals("mixtral", Families.ofGguf("llama", true));
        assertEquals("qwen3_moe", Families.ofGguf("qwen3moe", true));
        assertEquals("cohere", Families.ofGguf("command-r", false));
        assertEquals("qwen3", Families.ofGguf("qwen3", false));
    }

    /// All but the list of the families' files.
    private static List<Path> javaFiles() throws IOException {
        try (Stream<Path> files = Files.walk(JAVA.resolve("model"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("FamilyFiles.java"))
                    .sorted()
                    .toList();
        }
    }

    /// Words of `words.txt`: fixed ones, and those with a choice or something to fill in.
    private static final class Vocabulary {
        private final Set<String> fixed = new TreeSet<>();
        private final Set<String> open = new TreeSet<>();

        /// The words of a line end where two blanks begin.
        void add(String line) {
            for (String word : line.split("  ", 2)[0].split(" ", -1)) {
                int equals = word.indexOf('=');
                String value = word.substring(equals + 1);
                if (equals > 0 && Character.isUpperCase(value.charAt(0))) {
                    open.add(word.substring(0, equals + 1));
                } else if (equals > 0) {
                    Stream.of(value.split(",", -1))
                            .forEach(each -> fixed.add(word.substring(0, equals + 1) + each));
                } else {
                    fixed.add(word);
                }
            }
        }

        boolean knows(String word) {
            return fixed.contains(word) || open.contains(word.substring(0, word.indexOf('=') + 1));
        }
    }
}
