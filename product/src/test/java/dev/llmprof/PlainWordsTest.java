package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// No text that a user sees has a phrase that readers stumbled over: help, messages, reports,
/// templates, comments of the configuration, documents.
class PlainWordsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path LIST = Path.of("src/test/resources/dev/llmprof/plain-words.txt");
    private static final List<String> MODULES = List.of("base", "config", "product", "engine");
    private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");
    private static final Pattern LITERAL =
            Pattern.compile("(?s)\"\"\".*?\"\"\"|\"(?:[^\"\\\\\\n]++|\\\\.)*+\"");

    @Test
    void noTextHasAWordThatReadersStumbledOver() throws IOException {
        List<String> words = words();
        Set<String> found = new TreeSet<>();
        for (Path file : texts()) {
            String text = seen(file).toLowerCase(Locale.ROOT);
            words.stream()
                    .filter(text::contains)
                    .forEach(word -> found.add(ROOT.relativize(file) + ": " + word));
        }
        assertEquals(Set.of(), found);
    }

    @Test
    void aLiteralIsSeenWholeAndACommentIsNot() {
        assertEquals(
                "\"one two\"",
                literals("/// on paper\ncall(\"one\"\n        + \" two\"); // our error"));
    }

    @Test
    void helpMessagesTemplatesKeysAndDocumentsAreRead() throws IOException {
        Set<String> names =
                texts().stream().map(it -> it.getFileName().toString()).collect(Collectors.toSet());
        assertTrue(
                names.containsAll(
                        Set.of(
                                "ModelCommand.java",
                                "IdleSection.java",
                                "report.js",
                                "terms.txt",
                                "config.yaml",
                                "reading.md",
                                "README.md")));
    }

    private static List<String> words() throws IOException {
        return Files.readAllLines(LIST).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.substring(0, line.indexOf(" => ")).toLowerCase(Locale.ROOT))
                .toList();
    }

    private static List<Path> texts() throws IOException {
        Stream<Path> found = Stream.of(ROOT.resolve("README.md"), ROOT.resolve("GLOSSARY.md"));
        for (String module : MODULES) {
            found = Stream.concat(found, below(ROOT.resolve(module).resolve("src/main/java")));
        }
        for (String folder :
                List.of(
                        "product/src/main/resources/dev/llmprof/report",
                        "conf",
                        "docs",
                        "examples")) {
            found = Stream.concat(found, below(ROOT.resolve(folder)));
        }
        return found.toList();
    }

    /// Decisions are history, and so are their words.
    private static Stream<Path> below(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files
                    .filter(file -> file.toString().matches(".*\\.(java|js|css|txt|yaml|md)"))
                    .filter(file -> !file.toString().contains("/adr/"))
                    .toList()
                    .stream();
        }
    }

    private static String seen(Path file) throws IOException {
        String text = Files.readString(file);
        return file.toString().endsWith(".java") ? literals(text) : text;
    }

    private static String literals(String source) {
        String code = source.replaceAll("(?m)^\\s*//.*$", "");
        return LITERAL.matcher(JOINED.matcher(code).replaceAll(""))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.joining("\n"));
    }
}
