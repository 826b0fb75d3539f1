package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the documents for the next person name is there.
class DocumentsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path ROOMS = ROOT.resolve("product/src/main/java/dev/llmprof");
    private static final List<String> MODULES =
            List.of("base", "config", "product", "engine", "test-support");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)\\)");
    private static final Pattern ANCHOR = Pattern.compile("\\]\\(([^)#:]*)#([^)]+)\\)");
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern TYPE = Pattern.compile("[A-Z][a-z]+[A-Za-z]*");
    private static final Pattern PATH = Pattern.compile("[A-Za-z][\\w.-]*(/[\\w.-]+)+/?");

    /// `stage/x/XStage`: whatever the next person's is called.
    private static final Pattern YOURS = Pattern.compile(".*/(x|X([A-Z]\\w*)?)([./].*)?");

    @ParameterizedTest
    @MethodSource("documents")
    void everyLinkLeadsToAFile(String document) throws IOException {
        Path folder = ROOT.resolve(document).resolveSibling("");
        Set<String> lost = new TreeSet<>();
        for (String link : all(LINK, text(document))) {
            if (!Files.exists(folder.resolve(link))) {
                lost.add(link);
            }
        }
        assertEquals(Set.of(), lost);
    }

    /// `#what-12-means` is the heading "What 12× means".
    @ParameterizedTest
    @MethodSource("documents")
    void everyAnchorIsAHeading(String document) throws IOException {
        Path folder = ROOT.resolve(document).resolveSibling("");
        Set<String> lost = new TreeSet<>();
        for (MatchResult link : ANCHOR.matcher(text(document)).results().toList()) {
            Path file =
                    link.group(1).isEmpty()
                            ? ROOT.resolve(document)
                            : folder.resolve(link.group(1));
            if (!anchors(Files.readString(file)).contains(link.group(2))) {
                lost.add(link.group());
            }
        }
        assertEquals(Set.of(), lost);
    }

    @Test
    void theIndexHasEveryDocument() throws IOException {
        String index = text("docs/README.md");
        Set<String> lost = new TreeSet<>();
        for (String document : documents().filter(it -> it.startsWith("docs/")).toList()) {
            String page = document.substring("docs/".length());
            boolean named = page.startsWith("adr/") || index.contains("(" + page + ")");
            if (!page.equals("README.md") && !named) {
                lost.add(page);
            }
        }
        assertEquals(Set.of(), lost);
    }

    static Stream<String> documents() throws IOException {
        Set<String> found =
                new TreeSet<>(Set.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"));
        found.addAll(Set.of("GLOSSARY.md", "benchmarks/README.md"));
        for (String folder : List.of("docs", "examples")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.map(file -> ROOT.relativize(file).toString())
                        .filter(name -> name.endsWith(".md"))
                        .forEach(found::add);
            }
        }
        return found.stream();
    }

    private static Set<String> anchors(String text) {
        return text.replaceAll("(?s)```.*?```", "")
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
                .map(line -> line.replaceAll("[^\\w -]", "").replace(' ', '-'))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// `report/section/IdleSection` is a type of the product, everything else a path of the
    /// project; what a build makes need not be there.
    @ParameterizedTest
    @ValueSource(strings = {"ARCHITECTURE.md", "CONTRIBUTING.md"})
    void everyPathIsThere(String document) throws IOException {
        Set<String> lost = new TreeSet<>();
        for (String word : all(CODE, prose(document))) {
            boolean later = word.startsWith("target/") || YOURS.matcher(word).matches();
            if (PATH.matcher(word).matches() && !later && !isThere(word)) {
                lost.add(word);
            }
        }
        assertEquals(Set.of(), lost);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ARCHITECTURE.md", "CONTRIBUTING.md"})
    void everyTypeIsThere(String document) throws IOException {
        Set<String> lost = new TreeSet<>();
        Set<String> types = types();
        for (String word : all(CODE, prose(document))) {
            String type = word.replaceFirst("\\..*", "");
            if (TYPE.matcher(type).matches() && !types.contains(type)) {
                lost.add(word);
            }
        }
        assertEquals(Set.of(), lost);
    }

    @Test
    void theTreeHasEveryPackageAndNoOther() throws IOException {
        Set<String> packages = new TreeSet<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
                files.filter(file -> file.endsWith("package-info.java"))
                        .map(file -> ROOT.relativize(file.resolveSibling("")).toString())
                        .forEach(packages::add);
            }
        }
        assertEquals(packages, tree());
    }

    @Test
    void whatAPackageSaysToReadFirstIsThere() throws IOException {
        Set<String> lost = new TreeSet<>();
        Pattern type = Pattern.compile("\\[([\\w.]+)]");
        for (String module : MODULES) {
            Path sources = ROOT.resolve(module).resolve("src/main/java");
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path info : files.filter(f -> f.endsWith("package-info.java")).toList()) {
                    all(type, Files.readString(info)).stream()
                            .filter(word -> !Files.exists(source(sources, info, word)))
                            .forEach(word -> lost.add(info + " " + word));
                }
            }
        }
        assertEquals(Set.of(), lost);
    }

    @Test
    void computedWrittenAndDrawnAreThreeFilesInThreePlaces() throws IOException {
        String row =
                text("ARCHITECTURE.md")
                        .lines()
                        .filter(line -> line.startsWith("| idle time of a stream"))
                        .findFirst()
                        .orElseThrow();
        Set<String> rooms =
                all(CODE, row).stream()
                        .filter(word -> PATH.matcher(word).matches())
                        .map(word -> word.substring(0, word.lastIndexOf('/')))
                        .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of("analysis/breakdown", "report/section", "report/table"), rooms);
    }

    private static Path source(Path sources, Path info, String word) {
        return word.contains(".")
                ? sources.resolve(word.replace('.', '/') + ".java")
                : info.resolveSibling(word + ".java");
    }

    private static boolean isThere(String word) {
        return Stream.of(ROOT.resolve(word), ROOMS.resolve(word), ROOMS.resolve(word + ".java"))
                .anyMatch(Files::exists);
    }

    /// Packages by their indentation, two spaces a level.
    private static Set<String> tree() throws IOException {
        String text = text("ARCHITECTURE.md");
        int begin = text.indexOf("```\n", text.indexOf("## The tree")) + 4;
        String fence = text.substring(begin, text.indexOf("```", begin));
        Set<String> found = new TreeSet<>();
        List<String> above = new ArrayList<>();
        for (String line : fence.lines().toList()) {
            int depth = (line.length() - line.stripLeading().length()) / 2;
            above.subList(depth, above.size()).clear();
            above.add(line.strip().replaceFirst(" .*", ""));
            // A root that says nothing about itself is only where packages are.
            if (depth > 0 || line.strip().contains(" ")) {
                found.add(String.join("/", above));
            }
        }
        assertFalse(found.isEmpty());
        return found;
    }

    private static Set<String> types() throws IOException {
        Set<String> types = new TreeSet<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src"))) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".java"))
                        .forEach(name -> types.add(name.substring(0, name.length() - 5)));
            }
        }
        return types;
    }

    /// Without fenced blocks.
    private static String prose(String document) throws IOException {
        return text(document).replaceAll("(?s)```.*?```", "");
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map((MatchResult found) -> found.group(1)).toList();
    }

    private static String text(String document) throws IOException {
        return Files.readString(ROOT.resolve(document));
    }
}
