package dev.llmprof.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.testing.kineto.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `llmprof compare` on captures of programs that we made up, from its words to its page.
class CompareTest {
    @TempDir private Path folder;

    private String capture(String name, Recording recording) throws IOException {
        return recording.writtenTo(folder.resolve(name + ".json.gz")).toString();
    }

    private String eager(String name) throws IOException {
        return capture(name, Programs.eagerLlama(Dialect.CUDA));
    }

    private String rocm(String name) throws IOException {
        return capture(name, Programs.eagerLlama(Dialect.HIP));
    }

    private static JsonNode json(TypedWords words) throws IOException {
        return new JsonMapper().readTree(words.said());
    }

    private static long leaves(JsonNode json) {
        long sum = 0;
        for (JsonNode node : json.get("tree")) {
            sum += node.get("leaf").asBoolean() ? node.get("delta_ns").asLong() : 0;
        }
        return sum;
    }

    @Test
    void theLeavesAddUpToTheDifferenceOfTheSpans() throws IOException {
        TypedWords compare =
                TypedWords.of("compare", eager("a"), rocm("b"), "--allow", "gpu", "--json");
        assertEquals(0, compare.exitCode());
        JsonNode json = json(compare);
        JsonNode span = json.get("span");
        assertEquals(span.get("b_ns").asLong() - span.get("a_ns").asLong(), leaves(json));
        assertEquals(1.0, json.get("matched_share").get("a").asDouble());
        CompareSchema.assertFollowedBy(json);
    }

    @Test
    void aCoarserTreeAddsUpAsWell() throws IOException {
        String a = eager("a");
        String b = rocm("b");
        for (String level : new String[] {"phase", "module", "operator"}) {
            JsonNode json =
                    json(TypedWords.of("compare", a, b, "--allow=gpu", "--json", "--by", level));
            JsonNode span = json.get("span");
            assertEquals(span.get("b_ns").asLong() - span.get("a_ns").asLong(), leaves(json));
        }
    }

    @Test
    void whatMustBeTheSameAndIsNotGivesNoTreeAndNoError() throws IOException {
        TypedWords compare =
                TypedWords.of("compare", eager("a"), capture("b", Programs.hostOnly()), "--json");
        assertEquals(0, compare.exitCode());
        assertEquals("not comparable", json(compare).get("verdict").asText());
        assertFalse(json(compare).has("tree"));
    }

    @Test
    void aCaptureThatBreaksOffDecidesNothing() throws IOException {
        String whole = eager("a");
        byte[] bytes = Files.readAllBytes(Path.of(whole));
        Path cut = folder.resolve("cut.json.gz");
        Files.write(cut, Arrays.copyOf(bytes, bytes.length * 9 / 10));
        String runs = String.join(",", List.of(whole, whole, whole, whole));
        String others = String.join(",", List.of(whole, whole, whole, cut.toString()));
        TypedWords gate = TypedWords.of("gate", runs, others, "--metric=gpu_busy_time");
        assertEquals(5, gate.exitCode());
        assertTrue(gate.said().contains("a capture of B breaks off"), gate.said());
    }

    @Test
    void theSameCaptureTwiceIsSaidToBeSo() throws IOException {
        TypedWords compare = TypedWords.of("compare", eager("a"), eager("b"));
        assertTrue(compare.said().contains("the same capture"), compare.said());
    }

    @Test
    void thePageHasTheTreeAndTheFacts() throws IOException {
        TypedWords.of(
                "compare", eager("a"), rocm("b"), "--allow=gpu", "--output", folder.toString());
        String page = Files.readString(folder.resolve("compare.html"));
        assertTrue(page.contains("aten::silu [[1, 1, 256], []]"));
        assertTrue(page.contains("class=\"bar "));
        assertTrue(page.contains("What each side says of itself"));
    }

    @Test
    void theCommentIsMarkdown() throws IOException {
        Path file = folder.resolve("comment.md");
        TypedWords.of(
                "compare", eager("a"), rocm("b"), "--allow=gpu", "--comment", file.toString());
        assertTrue(Files.readString(file).contains("## What changed?"));
    }

    @Test
    void aWrongLevelIsToldWithTheNearest() throws IOException {
        TypedWords compare = TypedWords.of("compare", eager("a"), rocm("b"), "--by", "kernels");
        assertEquals(2, compare.exitCode());
        assertTrue(compare.said().contains("did you mean kernel?"), compare.said());
    }

    @Test
    void oneSideIsTooFew() throws IOException {
        assertEquals(2, TypedWords.of("compare", eager("a")).exitCode());
    }
}
