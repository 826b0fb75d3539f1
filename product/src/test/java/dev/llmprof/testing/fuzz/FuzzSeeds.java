package dev.llmprof.testing.fuzz;

import dev.llmprof.testing.kineto.Programs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Small whole files of our own making, to be damaged.
final class FuzzSeeds {
    static final Path RESOURCES = Path.of("src/test/resources");
    private static final int MOST_BYTES = 12_000;

    private FuzzSeeds() {}

    static List<byte[]> kineto() {
        List<byte[]> seeds = new ArrayList<>();
        Programs.all().values().stream()
                .map(recording -> recording.json())
                .filter(json -> json.length < MOST_BYTES)
                .limit(8)
                .forEach(seeds::add);
        seeds.addAll(files(RESOURCES.resolve("kineto-own/edge"), "s.json"));
        return seeds;
    }

    /// As tools that are not PyTorch write them.
    static List<byte[]> foreign() {
        return List.of(
                text(
                        """
                        [{"ph":"B","name":"step","pid":1,"tid":1,"ts":1},
                         {"ph":"M","name":"process_name","pid":1,"args":{"name":"/device:GPU:0"}},
                         {"ph":"X","name":"fusion.3","pid":1,"tid":2,"ts":2.5,"dur":3,
                          "args":{"correlation_id":7,"bytes accessed":1e3}},
                         {"ph":"i","name":"mark","pid":1,"tid":1,"ts":4,"s":"t"},
                         {"ph":"E","pid":1,"tid":1,"ts":9},
                         {"ph":"C","name":"memory","pid":1,"ts":5,"args":{"used":10}},
                         {"ph":"b","cat":"async","id":"0x1","name":"request","pid":1,"tid":1,"ts":1},
                         {"ph":"e","cat":"async","id":"0x1","name":"request","pid":1,"tid":1,"ts":8}
                        """),
                text(
                        """
                        {"displayTimeUnit":"ns","metadata":{"highres-ticks":true},"traceEvents":[
                        {"ph":"M","pid":7,"name":"process_name","args":{"name":"/device:GPU:0"}},
                        {"ph":"M","pid":7,"tid":14,"name":"thread_name","args":{"name":"Stream #14"}},
                        {"ph":"X","pid":7,"tid":14,"ts":1.0,"dur":2.0,"name":"loop_add_fusion",
                         "args":{"hlo_module":"jit_f","kernel_details":"regs:32 grid:1,1,1"}},
                        {"ph":"X","pid":9,"tid":1,"ts":0.5,"dur":4.0,"name":"PjitFunction(f)"}]}
                        """));
    }

    static byte[] zip(byte[] first, byte[] second) throws IOException {
        var zip = new ByteArrayOutputStream();
        try (var out = new ZipOutputStream(zip)) {
            for (byte[] each : List.of(first, second)) {
                out.putNextEntry(new ZipEntry("rank" + each.length + ".json"));
                out.write(each);
                out.closeEntry();
            }
        }
        return zip.toByteArray();
    }

    /// Packs bytes.
    interface Packer {
        OutputStream on(OutputStream out) throws IOException;
    }

    static byte[] packed(byte[] bytes, Packer packer) {
        var out = new ByteArrayOutputStream();
        try (OutputStream packed = packer.on(out)) {
            packed.write(bytes);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return out.toByteArray();
    }

    /// A small Llama with one quantised tensor.
    static byte[] gguf() {
        ByteBuffer out = ByteBuffer.allocate(4000).order(ByteOrder.LITTLE_ENDIAN);
        out.put(text("GGUF")).putInt(3).putLong(1).putLong(8);
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
                .putLong(8589934594L);
        put(out, "llama.rope.freq_base").putInt(6).putFloat(10_000);
        put(out, "llama.vocab_size").putInt(10).putLong(7);
        put(out, "token_embd.weight").putInt(2).putLong(32).putLong(7).putInt(8).putLong(0);
        int start = Math.ceilDiv(out.position(), 32) * 32;
        return Arrays.copyOf(out.array(), start + 34 * 7);
    }

    private static ByteBuffer put(ByteBuffer out, String text) {
        byte[] bytes = text(text);
        return out.putLong(bytes.length).put(bytes);
    }

    static byte[] safetensors() {
        byte[] header =
                text(
                        """
                        {"__metadata__":{"format":"pt"},"model.embed_tokens.weight":{"dtype":"BF16",\
                        "shape":[4,8],"data_offsets":[0,64]},"model.layers.0.mlp.up_proj.weight":\
                        {"dtype":"F32","shape":[2,3],"data_offsets":[64,88]},"e":{"dtype":"I64",\
                        "shape":[],"data_offsets":[88,96]}}\
                        """);
        return ByteBuffer.allocate(8 + header.length + 96)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(header.length)
                .put(header)
                .array();
    }

    static byte[] file(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<byte[]> files(Path folder, String ending) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .map(FuzzSeeds::file)
                    .filter(bytes -> bytes.length < MOST_BYTES)
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
