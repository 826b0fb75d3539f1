package dev.llmprof.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.testing.kineto.Recording;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A baseline answers as the runs do that it was made of.
class BaselineAnswersTest {
    private static final Recording BEFORE = Programs.eagerLlama(Dialect.CUDA);
    private static final Recording AFTER = Programs.eagerLlama(Dialect.HIP);

    @TempDir private Path folder;

    private String before = "";
    private String after = "";

    @BeforeEach
    void captures() throws IOException {
        before = BEFORE.writtenTo(folder.resolve("before.json.gz")).toString();
        after = AFTER.writtenTo(folder.resolve("after.json.gz")).toString();
    }

    @Test
    void gateSaysTheSameAsAboutTheRuns() throws IOException {
        typed("baseline", "set", "main", before);
        for (String other :
                List.of(
                        after,
                        Programs.hostOnly().writtenTo(folder.resolve("h.json")).toString())) {
            TypedWords runs = typed("gate", before, other, "--json");
            TypedWords kept = typed("gate", "--baseline", "main", other, "--json");
            assertEquals(runs.exitCode(), kept.exitCode());
            assertEquals(answer(runs), answer(kept));
        }
    }

    @Test
    void compareBlamesTheSameWork() throws IOException {
        typed("baseline", "set", "main", before, before);
        JsonNode runs =
                answer(
                        typed(
                                "compare",
                                before + "," + before,
                                after,
                                "--allow=gpu,phases,request,tool",
                                "--json"));
        JsonNode kept =
                answer(
                        typed(
                                "compare",
                                "baseline:main",
                                after,
                                "--allow=gpu,phases,request,tool",
                                "--json"));
        assertTrue(runs.get("tree").size() > 50, () -> runs.get("tree").size() + " nodes");
        assertEquals(runs, kept);
    }

    @Test
    void theCapturesItWasMadeOfAreKnownAgain() {
        typed("baseline", "set", "main", before);
        TypedWords gate = typed("gate", "--baseline", "main", before);
        assertEquals(0, gate.exitCode());
        assertTrue(gate.said().contains("the same capture"), gate.said());
    }

    @Test
    void thereIsNoPathInIt() throws IOException {
        typed("baseline", "set", "main", before);
        assertFalse(Files.readString(kept("baseline.json")).contains(folder.toString()));
        assertFalse(Files.readString(kept("metrics.csv")).contains("before"));
    }

    @Test
    void theSameRunsGiveTheSameBytes() throws IOException {
        typed("baseline", "set", "main", before);
        byte[] first = Files.readAllBytes(kept("tree-1.json.gz"));
        typed("baseline", "set", "main", before);
        assertArrayEquals(first, Files.readAllBytes(kept("tree-1.json.gz")));
    }

    @Test
    void fewerRunsLeaveNoTreeOfBefore() throws IOException {
        typed("baseline", "set", "main", before, before);
        Files.writeString(kept("README.md"), "ours");
        typed("baseline", "set", "main", before);
        assertFalse(Files.exists(kept("tree-2.json.gz")));
        assertTrue(Files.exists(kept("README.md")));
        assertEquals(List.of("main"), typed("baseline", "list").said().lines().toList());
    }

    @Test
    void oneOfAnEarlierVersionIsReadAndSaysWhatItLacks() throws IOException {
        typed("baseline", "set", "main", before);
        Files.delete(kept("baseline.json"));
        TypedWords gate = typed("gate", "--baseline", "main", after);
        assertEquals(5, gate.exitCode());
        assertTrue(gate.said().contains("baseline main has values only"), gate.said());
    }

    @Test
    void aTreeWhoseChecksumIsWrongIsRefused() throws IOException {
        typed("baseline", "set", "main", before);
        byte[] tree = Files.readAllBytes(kept("tree-1.json.gz"));
        tree[tree.length - 8] ^= 1;
        Files.write(kept("tree-1.json.gz"), tree);
        TypedWords gate = typed("gate", "--baseline", "main", after);
        assertEquals(2, gate.exitCode(), gate.said());
        assertTrue(gate.said().contains("the tree of this baseline cannot be read"), gate.said());
    }

    @Test
    void oneOfALaterVersionIsRefused() throws IOException {
        typed("baseline", "set", "main", before);
        Files.writeString(kept("baseline.json"), "{\"version\": 2}");
        TypedWords gate = typed("gate", "--baseline", "main", after);
        assertEquals(2, gate.exitCode());
        assertTrue(gate.said().contains("of a later llmprof: version 2"), gate.said());
        assertTrue(gate.said().contains("llmprof baseline set main RUN"), gate.said());
    }

    @Test
    void damagedTreesAreToldAndNeverUsed() throws IOException {
        typed("baseline", "set", "main", before);
        byte[] whole = Files.readAllBytes(kept("tree-1.json.gz"));
        List<byte[]> damaged = new ArrayList<>();
        damaged.add(new byte[0]);
        damaged.add(Arrays.copyOf(whole, whole.length / 2));
        damaged.add(packed("[]"));
        damaged.add(packed("{}"));
        damaged.add(packed("{\"words\": 5}"));
        damaged.add(packed("{\"words\": [1.5]}"));
        String text = unpacked(whole);
        damaged.add(packed(text.replaceFirst("\"span_ns\":\\[\\d+", "\"span_ns\":[7")));
        damaged.add(packed(text.replaceFirst("\"unit_label\":\\[\\d+", "\"unit_label\":[999999")));
        damaged.add(packed(text.replaceFirst("\"unit_place\":\\[\\d+,", "\"unit_place\":[")));
        damaged.add(
                packed(text.replaceFirst("\"unit_first_part\":\\[0,", "\"unit_first_part\":[1,")));
        for (byte[] each : damaged) {
            Files.write(kept("tree-1.json.gz"), each);
            TypedWords gate = typed("gate", "--baseline", "main", after);
            assertEquals(2, gate.exitCode(), gate.said());
            assertTrue(
                    gate.said().contains("the tree of this baseline cannot be read"), gate.said());
        }
        Files.delete(kept("tree-1.json.gz"));
        assertEquals(2, typed("gate", "--baseline", "main", after).exitCode());
    }

    private Path kept(String file) {
        return folder.resolve("kept/main").resolve(file);
    }

    private static String unpacked(byte[] packed) throws IOException {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static byte[] packed(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    /// Without what the sides are called, and without the facts that a baseline leaves out.
    private static JsonNode answer(TypedWords typed) throws IOException {
        ObjectNode json = (ObjectNode) new JsonMapper().readTree(typed.said());
        json.remove("a");
        for (JsonNode metric : json.path("metrics")) {
            for (JsonNode run : metric.path("a_values")) {
                ((ObjectNode) run).remove("run");
            }
        }
        var facts = json.withArray("comparability");
        for (int at = facts.size() - 1; at >= 0; at--) {
            if (List.of("host", "file").contains(facts.get(at).get("fact").asText())) {
                facts.remove(at);
            }
        }
        return json;
    }

    private TypedWords typed(String... words) {
        return TypedWords.of(
                Stream.concat(Stream.of(words), Stream.of("baseline.dir=" + folder.resolve("kept")))
                        .toArray(String[]::new));
    }
}
