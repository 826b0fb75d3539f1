package dev.llmprof.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.model.checkpoint.GgufTypes;
import dev.llmprof.model.cost.Parameters;
import dev.llmprof.model.shape.FeedForward;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.KvCache;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Repeated;
import dev.llmprof.model.shape.StoredDifference;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Models in GGUF: sizes layer by layer, several files, quantised blocks.
class GgufFilesTest {
    @TempDir private Path folder = Path.of(".");

    private final List<Consumer<ByteBuffer>> keys = new ArrayList<>();
    private final List<Consumer<ByteBuffer>> tensors = new ArrayList<>();
    private long offset;

    @Test
    void givesEveryLayerItsOwnHeads() throws IOException {
        describe();
        numbers("llama.attention.head_count_kv", 4, 0, 2);
        numbers("llama.feed_forward_length", 64, 96, 64);
        tensor("token_embd.weight", 8, 32, 7);
        Model model = ModelFiles.open(write("layers.gguf").toString());
        // Heads of 8: layers keep 2·4·8, nothing, and 2·2·8 elements, in two bytes.
        assertEquals(
                (2 * 4 * 8 + 2 * 2 * 8) * 2,
                KvCache.of(model.decoder(), Precision.of(Format.FP16)).bytesPerToken());
        assertEquals(3, model.decoder().layers());
        assertEquals(
                List.of(
                        new Repeated<>(2, new FeedForward.Dense(64, true, false)),
                        new Repeated<>(1, new FeedForward.Dense(96, true, false))),
                model.decoder().feedForwards());
    }

    @Test
    void readsAllPartsOfASplitModel() throws IOException {
        describe();
        number("split.count", 2);
        number("llama.attention.head_count_kv", 4);
        number("llama.feed_forward_length", 64);
        tensor("token_embd.weight", 8, 32, 7);
        Path first = write("m-00001-of-00002.gguf");
        Problem.Found missing =
                assertThrows(Problem.Found.class, () -> ModelFiles.open(first.toString()));
        assertEquals("part 2 of 2 is missing", missing.problems().getFirst().what());
        keys.clear();
        tensors.clear();
        offset = 0;
        number("split.count", 2);
        tensor("blk.0.ffn_up.weight", 8, 32, 64);
        tensor("blk.0.norms", 0, 10);
        Path second = write("m-00002-of-00002.gguf");
        for (Path part : List.of(first, second)) {
            Model model = ModelFiles.open(part.toString());
            StoredDifference stored = model.checkpoint().orElseThrow();
            assertEquals(7 * 32 + 64 * 32 + 10, stored.stored());
            // Blocks of 32 take 34 bytes, floats four.
            assertEquals((7 + 64) * 34 + 40, stored.bytes());
            assertEquals("the headers of m-00001-of-00002.gguf and 1 more", stored.source());
            assertEquals(stored.stored(), Parameters.of(model, model.precision()).total());
            assertEquals(Format.ofGguf("q8_0").orElseThrow(), model.precision().linear());
            assertEquals("llama", model.family());
        }
    }

    @Test
    void refusesAPartThatDoesNotSayWhichItIs() throws IOException {
        describe();
        number("split.count", 3);
        Path file = write("nameless.gguf");
        Problem.Found found =
                assertThrows(Problem.Found.class, () -> ModelFiles.open(file.toString()));
        assertTrue(found.problems().getFirst().what().contains("one of 3 parts"));
    }

    @Test
    void weighsBlocksAsLlamaCppDoes() {
        // 256 weights: 128 bytes of nibbles, 12 of scales and minima, two halves.
        assertEquals(144, Format.ofGguf("q4_k").orElseThrow().bytes(256));
        assertEquals(210, Format.ofGguf("q6_k").orElseThrow().bytes(256));
        for (GgufTypes type : GgufTypes.values()) {
            Format.ofGguf(type.name().toLowerCase(Locale.ROOT))
                    .ifPresent(format ->
                            assertEquals(
                                    (double) type.bytes(),
                                    format.bytes(type.block()),
                                    format.word()));
        }
    }

    private void describe() {
        keys.add(out -> text(text(out, "general.architecture").putInt(8), "llama"));
        number("llama.block_count", 3);
        number("llama.embedding_length", 32);
        number("llama.attention.head_count", 4);
    }

    private void number(String key, int value) {
        keys.add(out -> text(out, key).putInt(4).putInt(value));
    }

    private void numbers(String key, int... values) {
        keys.add(out -> {
            text(out, key).putInt(9).putInt(4).putLong(values.length);
            Arrays.stream(values).forEach(out::putInt);
        });
    }

    /// Of GGUF's type 8, blocks of 32 in 34 bytes, or 0, floats.
    private void tensor(String name, int type, long... shape) {
        long at = offset;
        tensors.add(out -> {
            text(out, name).putInt(shape.length);
            Arrays.stream(shape).forEach(out::putLong);
            out.putInt(type).putLong(at);
        });
        long elements = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
        offset += Math.ceilDiv(type == 8 ? elements / 32 * 34 : elements * 4, 32) * 32;
    }

    private Path write(String name) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(8000).order(ByteOrder.LITTLE_ENDIAN);
        out.put("GGUF".getBytes(StandardCharsets.UTF_8)).putInt(3);
        out.putLong(tensors.size()).putLong(keys.size());
        keys.forEach(key -> key.accept(out));
        tensors.forEach(tensor -> tensor.accept(out));
        int start = Math.ceilDiv(out.position(), 32) * 32;
        return Files.write(folder.resolve(name), Arrays.copyOf(out.array(), start + (int) offset));
    }

    private static ByteBuffer text(ByteBuffer out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return out.putLong(bytes.length).put(bytes);
    }
}
