package dev.llmprof.model.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.model.ModelFiles;
import dev.llmprof.model.cost.StoredParts;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.StoredDifference;
import dev.llmprof.problem.Problem;
import dev.llmprof.safetensors.Safetensors;
import dev.llmprof.safetensors.SafetensorsHeader;
import dev.llmprof.safetensors.Tensor;
import dev.llmprof.testing.SeededCheckpoint;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Headers of weights: the rules of the format, and files that mean harm.
class CheckpointTest {
    private static final String SMALL =
            """
            {"model_type": "llama", "hidden_size": 4, "num_hidden_layers": 1,
             "num_attention_heads": 2, "intermediate_size": 6, "vocab_size": 5,
             "tie_word_embeddings": true}\
            """;

    @TempDir private Path folder = Path.of(".");

    @Test
    void readsTensorsInTheOrderOfTheirData() throws IOException {
        Path file =
                safetensors(
                        """
                        {"__metadata__": {"format": "pt"},
                         "b": {"dtype": "BF16", "shape": [2, 3], "data_offsets": [4, 16]},
                         "a": {"dtype": "F32", "shape": [], "data_offsets": [0, 4]}}\
                        """,
                        16);
        SafetensorsHeader header = Safetensors.read(file);
        assertEquals(List.of("a", "b"), header.tensors().stream().map(Tensor::name).toList());
        assertEquals(6, header.tensors().getLast().elements());
        assertEquals("pt", header.metadata().get("format"));
        assertEquals(Files.size(file) - 16, header.dataStart());
    }

    @Test
    void refusesHeadersThatLie() throws IOException {
        refuse("[1]", 0, "brace");
        refuse(
                "{\"a\": {\"dtype\": \"F32\", \"shape\": [1], \"data_offsets\": [0, 8]}}",
                8,
                "shape");
        refuse(
                "{\"a\": {\"dtype\": \"F32\", \"shape\": [1], \"data_offsets\": [4, 8]}}",
                8,
                "begins at 4");
        refuse(
                "{\"a\": {\"dtype\": \"F32\", \"shape\": [1], \"data_offsets\": [0, 4]}}",
                8,
                "end at byte");
        refuse(
                "{\"a\": {\"dtype\": \"F32\", \"shape\": [1e0], \"data_offsets\": [0, 4]}}",
                4,
                "number");
        refuse(
                "{\"a\": {\"dtype\": \"F32\", \"shape\": [-1], \"data_offsets\": [0, 4]}}",
                4,
                "impossible");
        refuse(
                "{\"a\": {\"dtype\": \"X9\", \"shape\": [1], \"data_offsets\": [0, 4]}}",
                4,
                "unknown type");
        refuse(
                "{\"a\": {\"dtype\": \"F32\", \"shape\": [4611686018427387904, 4], \"data_offsets\": [0, 4]}}",
                4,
                "larger than any file");
        refuse("{\"a\": 1, \"a\": 2}", 0, "");
        refuse(
                "{\"a\": {\"dtype\": \"F32\", \"shape\": [1], \"data_offsets\": [0, 4]}, \"a\": {\"dtype\": \"F32\", \"shape\": [1], \"data_offsets\": [4, 8]}}",
                8,
                "uplicate");
    }

    @Test
    void refusesAHeaderLongerThanTheFileBeforeReadingIt() throws IOException {
        for (long length : List.of(1L << 40, -1L, 99_999_999L)) {
            Path file = folder.resolve("long.safetensors");
            byte[] start =
                    ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN).putLong(length).array();
            Files.write(file, start);
            assertThrows(Problem.Found.class, () -> Safetensors.read(file));
        }
    }

    @Test
    void keepsShardsInsideTheirFolder() throws IOException {
        for (String name : List.of("../secret", "/etc/passwd", "a/b", "", ".hidden")) {
            Files.writeString(
                    folder.resolve("model.safetensors.index.json"),
                    "{\"weight_map\": {\"w\": \"" + name + "\"}}");
            assertThrows(Problem.Found.class, () -> Checkpoint.of(folder), name);
        }
    }

    @Test
    void countsFromTheDescriptionWhereOnlyTheIndexWasDownloaded() throws IOException {
        Files.writeString(folder.resolve("config.json"), SMALL);
        Files.writeString(
                folder.resolve("model.safetensors.index.json"),
                "{\"weight_map\": {\"a\": \"one.safetensors\", \"b\": \"two.safetensors\"}}");
        Model model = ModelFiles.open(folder.toString());
        assertTrue(model.checkpoint().isEmpty());
        assertTrue(model.notes().getFirst().contains("index is here and its files are not"));
        Files.writeString(folder.resolve("one.safetensors"), "");
        Problem.Found some =
                assertThrows(Problem.Found.class, () -> ModelFiles.open(folder.toString()));
        assertEquals(
                "1 of the 2 files the index names are missing", some.problems().getFirst().what());
    }

    @Test
    void readsTheSameWeightsOnlyOnce() throws IOException {
        Path model =
                safetensors(
                        "{\"w\": {\"dtype\": \"F32\", \"shape\": [1], \"data_offsets\": [0, 4]}}",
                        4);
        Files.copy(model, folder.resolve("consolidated.safetensors"));
        Files.copy(model, folder.resolve("adapter_model.safetensors"));
        assertEquals(List.of(model), Checkpoint.of(folder).orElseThrow().files());
        Files.delete(model);
        assertEquals(
                List.of(folder.resolve("consolidated.safetensors")),
                Checkpoint.of(folder).orElseThrow().files());
    }

    @Test
    void explainsWhatACheckpointStoresBeside() throws IOException {
        Files.writeString(folder.resolve("config.json"), SMALL);
        // 20 table, 64 attention, 72 mlp, 12 norms; and beside them 20 head, 1 buffer.
        safetensors(
                """
                {"model.embed_tokens.weight": {"dtype": "BF16", "shape": [5, 4], "data_offsets": [0, 40]},
                 "model.layers.0.everything": {"dtype": "BF16", "shape": [148], "data_offsets": [40, 336]},
                 "lm_head.weight": {"dtype": "BF16", "shape": [5, 4], "data_offsets": [336, 376]},
                 "model.layers.0.self_attn.rotary_emb.inv_freq": {"dtype": "F32", "shape": [1], "data_offsets": [376, 380]}}\
                """,
                380);
        Model model = ModelFiles.open(folder.toString());
        StoredDifference difference = model.checkpoint().orElseThrow();
        assertEquals(168, difference.counted());
        assertEquals(168, difference.parameters());
        // Beside them lie 2·20 bytes of head and 4 of buffer.
        assertEquals(380 - 44, difference.runBytes());
        assertEquals("the header of model.safetensors", difference.source());
        assertEquals(189, difference.stored());
        assertTrue(difference.explained());
        assertEquals(
                List.of(
                        new StoredDifference.Part("buffers", 1, false),
                        new StoredDifference.Part(
                                "the tied head, stored a second time", 20, false)),
                difference.parts());
    }

    @Test
    void countsTheEnginesOwnModels() throws IOException {
        List<Path> folders = new ArrayList<>();
        for (String name :
                List.of(
                        "llama",
                        "llama-yarn",
                        "mistral",
                        "mixtral",
                        "qwen2",
                        "qwen3",
                        "ocr-f32",
                        "ocr-bf16")) {
            folders.add(SeededCheckpoint.write(name, folder.resolve(name)));
        }
        for (String name :
                List.of("tiny-llama", "tiny-mixtral", "tiny-qwen3", "tiny-ocr-a", "tiny-ocr-b")) {
            SharedData.ifHere("engine/" + name).ifPresent(folders::add);
        }
        for (Path path : folders) {
            StoredDifference difference =
                    StoredParts.difference(
                            Checkpoint.of(path).orElseThrow(), ModelFiles.open(path.toString()));
            assertTrue(difference.explained(), path + " " + difference);
        }
    }

    @Test
    void readsAGgufHeader() throws IOException {
        Path file = folder.resolve("m.gguf");
        Files.write(file, gguf(2, true));
        GgufHeader header = Gguf.read(file);
        assertEquals("llama", header.architecture());
        assertEquals(List.of(7L, 32L), header.tensors().getFirst().shape());
        Model model = ModelFiles.open(file.toString());
        assertEquals("llama", model.family());
        assertEquals(32, model.decoder().hidden());
        assertEquals(7, model.decoder().vocabulary());
        assertTrue(model.decoder().tied());
        assertEquals(34 * 7, header.tensors().getFirst().bytes());
    }

    @Test
    void refusesGgufFilesThatLie() throws IOException {
        byte[] good = gguf(3, true);
        Path file = folder.resolve("bad.gguf");
        for (int cut = 0; cut < good.length; cut += 3) {
            Files.write(file, Arrays.copyOf(good, cut));
            assertThrows(Problem.Found.class, () -> Gguf.read(file), "cut at " + cut);
        }
        Files.write(file, gguf(1, true));
        assertThrows(Problem.Found.class, () -> Gguf.read(file));
        byte[] many = good.clone();
        ByteBuffer.wrap(many).order(ByteOrder.LITTLE_ENDIAN).putLong(8, Long.MAX_VALUE);
        Files.write(file, many);
        assertThrows(Problem.Found.class, () -> Gguf.read(file));
    }

    private void refuse(String json, int data, String because) throws IOException {
        Path file = safetensors(json, data);
        Problem.Found found = assertThrows(Problem.Found.class, () -> Safetensors.read(file), json);
        assertTrue(found.problems().getFirst().what().contains(because), found.getMessage());
    }

    private Path safetensors(String json, int data) throws IOException {
        byte[] header = json.getBytes(StandardCharsets.UTF_8);
        ByteBuffer all =
                ByteBuffer.allocate(8 + header.length + data).order(ByteOrder.LITTLE_ENDIAN);
        all.putLong(header.length).put(header);
        return Files.write(folder.resolve("model.safetensors"), all.array());
    }

    /// A small Llama with one quantised tensor of 7 rows.
    private static byte[] gguf(int version, boolean whole) {
        ByteBuffer out = ByteBuffer.allocate(2000).order(ByteOrder.LITTLE_ENDIAN);
        out.put("GGUF".getBytes(StandardCharsets.UTF_8)).putInt(version).putLong(1).putLong(6);
        put(out, "general.architecture").putInt(8);
        put(out, "llama");
        put(out, "llama.block_count").putInt(4).putInt(2);
        put(out, "llama.embedding_length").putInt(4).putInt(32);
        put(out, "llama.feed_forward_length").putInt(4).putInt(64);
        put(out, "llama.attention.head_count").putInt(4).putInt(4);
        put(out, "llama.attention.head_count_kv")
                .putInt(9)
                .putInt(4)
                .putLong(2)
                .putInt(2)
                .putInt(2);
        put(out, "token_embd.weight").putInt(2).putLong(32).putLong(7).putInt(8).putLong(0);
        int start = Math.ceilDiv(out.position(), 32) * 32;
        return Arrays.copyOf(out.array(), whole ? start + 34 * 7 : start);
    }

    private static ByteBuffer put(ByteBuffer out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return out.putLong(bytes.length).put(bytes);
    }
}
