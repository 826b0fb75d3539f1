package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.engine.weights.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The engine's own caches, from empty, by two at once, damaged, and on a disk too small for them.
class EngineCachesIT {
    @TempDir private Path folder;

    @Test
    void twoFirstRunsAtOnceAndOneOnDamagedCachesAnswerAlike() throws Exception {
        Path cache = folder.resolve("cache");
        Process one = start("one", List.of(), cache);
        Process two = start("two", List.of(), cache);
        assertEquals(0, one.waitFor(), run("one")::log);
        assertEquals(0, two.waitFor(), run("two")::log);
        List<String> answers = answers("one");
        assertEquals(answers, answers("two"));

        Map<Path, Long> sums = sums(cache);
        damage(sums.keySet());

        assertEquals(0, start("three", List.of(), cache).waitFor(), run("three")::log);
        assertEquals(answers, answers("three"));
        assertEquals(sums, sums(cache));
    }

    @Test
    void aDiskTooSmallForTheNativesCostsOneLine() throws Exception {
        Path cache = Files.createDirectory(folder.resolve("cache"));
        var mount = new ProcessBuilder("unshare", "-m", "mount", "-t", "tmpfs", "x", cache + "");
        assumeTrue(mount.start().waitFor() == 0, "skipped: no disk can be mounted here");
        String script = "mount -t tmpfs -o size=40m tmpfs \"$XDG_CACHE_HOME\" && exec \"$@\"";
        List<String> small = List.of("unshare", "-m", "sh", "-c", script, "sh");

        assertEquals(0, start("one", small, cache).waitFor(), run("one")::log);

        List<String> remarks =
                run("one").log().lines().filter(l -> l.startsWith("nothing can be kept")).toList();
        assertEquals(1, remarks.size(), run("one")::log);
        assertTrue(remarks.getFirst().contains(" MB free, it takes "), remarks::toString);
        assertFalse(run("one").log().contains("\tat "), run("one")::log);
    }

    /// One file of every cache.
    private static Map<Path, Long> sums(Path cache) throws IOException {
        Map<Path, Long> sums = new LinkedHashMap<>();
        for (String name :
                List.of(
                        "libtorch_cpu.so",
                        "model-00001-of-000001.safetensors",
                        "libtokenizers.so",
                        "page-001.png")) {
            Path file = find(cache, name);
            var sum = new CRC32();
            try (var in = new CheckedInputStream(Files.newInputStream(file), sum)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            sums.put(file, sum.getValue());
        }
        return sums;
    }

    /// One byte of libtorch and of the weights, half of the tokenizer, a folder for a picture.
    private static void damage(Set<Path> files) throws IOException {
        for (Path file : files) {
            switch (file.getFileName().toString()) {
                case "libtokenizers.so" -> cut(file);
                case "page-001.png" -> {
                    Files.delete(file);
                    Files.createDirectory(file);
                }
                default -> flip(file);
            }
        }
    }

    private static void cut(Path file) throws IOException {
        try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.setLength(bytes.length() / 2);
        }
    }

    private static void flip(Path file) throws IOException {
        try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(bytes.length() / 2);
            int old = bytes.read();
            bytes.seek(bytes.length() / 2);
            bytes.write(old ^ 0xff);
        }
    }

    private static Path find(Path cache, String name) throws IOException {
        try (var files = Files.walk(cache)) {
            List<Path> found = files.filter(file -> file.endsWith(name)).toList();
            assertEquals(1, found.size(), name);
            return found.getFirst();
        }
    }

    private EngineRun run(String name) {
        return new EngineRun(folder.resolve(name));
    }

    private Process start(String name, List<String> wrapper, Path cache) throws IOException {
        Files.createDirectory(folder.resolve(name));
        ObjectNode settings = run(name).settings(1, 6);
        settings.putObject("prediction")
                .put("directory", folder.resolve(name).toString())
                .put("strip_special_tokens", false);
        return run(name).start(settings, wrapper, Map.of("XDG_CACHE_HOME", cache.toString()));
    }

    private List<String> answers(String name) throws IOException {
        List<String> answers = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve(name).resolve("predictions.jsonl"))) {
            answers.add(Json.MAPPER.readTree(line).path("text_raw").asText());
        }
        assertEquals(1, answers.size());
        assertFalse(answers.getFirst().isEmpty());
        return answers;
    }
}
