package dev.llmprof.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Each recorded whole run prints, writes and ends as recorded, through the program [App].
class ProcessCorpusTest {
    /// Ours on purpose: `--version` says our version, flags may stand on both sides of overrides.
    private static final Set<String> DIFFER = Set.of("cli-003", "cli-041", "cli-056");

    @TempDir Path scratch = Path.of("");

    @TestFactory
    Stream<DynamicTest> everyRunPrintsAndEndsAsRecorded() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path tree : TreeCorpusTest.trees()) {
            Path recorded = tree.resolve("cli.jsonl");
            if (Files.exists(recorded)) {
                for (JsonNode c : Corpus.lines(recorded)) {
                    tests.add(
                            DynamicTest.dynamicTest(
                                    c.get("id").asText() + " " + c.get("args"),
                                    () -> check(tree, c)));
                }
            }
        }
        return tests.stream();
    }

    private void check(Path tree, JsonNode c) throws IOException {
        Path cwd = copy(tree, c.get("id").asText());
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        List<String> words = Corpus.texts(c.get("args"));
        int exit = new App(cwd, c.get("config_name").asText(), stream(out), stream(err)).run(words);
        JsonNode expect = c.get("expect");
        if (DIFFER.contains(c.get("id").asText())) {
            assertEquals(0, exit);
            return;
        }
        assertEquals(
                expect.get("exit").asInt() == 0, exit == 0, err.toString(StandardCharsets.UTF_8));
        if (exit != 0) {
            return;
        }
        assertEquals(
                normal(expect.get("stdout").asText(), cwd, words),
                normal(out.toString(StandardCharsets.UTF_8), cwd, words));
        assertEquals(files(expect.get("files")), written(tree, cwd));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    // The padding of the search path's table depends on the machine it was recorded on.
    private static String normal(String text, Path cwd, List<String> words) {
        String normal =
                text.replace("[<TS>][HYDRA] ", "").replace("<CWD>", cwd.toString()).stripTrailing();
        return words.contains("searchpath")
                ? normal.replaceAll(" +", " ").replaceAll("-+", "-")
                : normal;
    }

    private static List<String> files(JsonNode recorded) {
        return Corpus.texts(recorded).stream()
                .map(f -> f.replace("<DATE>", "2026-11-15").replace("<TIME>", "12-00-00"))
                .sorted()
                .toList();
    }

    private static List<String> written(Path tree, Path cwd) throws IOException {
        try (var files = Files.walk(cwd)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> cwd.relativize(file).toString())
                    .filter(file -> !Files.exists(tree.resolve(file)))
                    .sorted()
                    .toList();
        }
    }

    private Path copy(Path tree, String name) throws IOException {
        Path target = scratch.toRealPath().resolve(name);
        try (var files = Files.walk(tree)) {
            files.forEach(file -> copyOne(file, target.resolve(tree.relativize(file).toString())));
        }
        return target;
    }

    private static void copyOne(Path file, Path target) {
        try {
            Files.copy(file, target);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }
}
