package dev.llmprof.testing.nsight;

import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Raw streams in the shape that nsys 2022.4 writes: parts one behind the other, some packed, and
/// an index at the end.
public final class StreamFile {
    private static final byte[] MARK = "U3w[END]".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEAD =
            "U3w[END]NVIDIA Nsight Systems Stream 2022.4.2.1-df9881f!"
                    .getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PACKED = {8, 8, 1, 18, 4, 8, 1, 16, 0};

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream index = new ByteArrayOutputStream();

    public StreamFile() {
        out.writeBytes(HEAD);
    }

    public StreamFile plain(String name, byte[] bytes) {
        var entry = new ByteArrayOutputStream();
        entry.writeBytes(field(1, name.getBytes(StandardCharsets.UTF_8)));
        entry.write(2 << 3);
        entry.writeBytes(number(out.size()));
        entry.write(3 << 3);
        entry.writeBytes(number(bytes.length));
        index.writeBytes(field(1, entry.toByteArray()));
        out.writeBytes(bytes);
        return this;
    }

    public StreamFile packed(String name, byte[]... blocks) {
        var part = new ByteArrayOutputStream();
        part.writeBytes(PACKED);
        for (byte[] block : blocks) {
            var compressor = new Lz4Compressor();
            byte[] packed = new byte[compressor.maxCompressedLength(block.length)];
            int length = compressor.compress(block, 0, block.length, packed, 0, packed.length);
            part.writeBytes(number(length));
            part.writeBytes(number(block.length));
            part.write(packed, 0, length);
        }
        return plain(name, part.toByteArray());
    }

    public byte[] bytes() {
        var whole = new ByteArrayOutputStream();
        whole.writeBytes(out.toByteArray());
        whole.writeBytes(index.toByteArray());
        whole.writeBytes(
                ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(out.size()).array());
        whole.writeBytes(MARK);
        return whole.toByteArray();
    }

    /// A process as nsys writes it down: its number, its name, and a field for each variable.
    public static byte[] process(int pid, String name, String... variables) {
        var message = new ByteArrayOutputStream();
        message.write(1 << 3);
        message.writeBytes(number(pid));
        message.writeBytes(field(3, name.getBytes(StandardCharsets.UTF_8)));
        for (String variable : variables) {
            message.writeBytes(field(9, variable.getBytes(StandardCharsets.UTF_8)));
        }
        byte[] bytes = message.toByteArray();
        return concatenated(number(bytes.length), bytes);
    }

    public static byte[] field(int number, byte[] bytes) {
        return concatenated(number(number << 3 | 2), number(bytes.length), bytes);
    }

    /// Every part by its name, unpacked.
    public static Map<String, String> read(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        bytes.position((int) bytes.getLong(bytes.limit() - 16));
        Map<String, String> parts = new LinkedHashMap<>();
        while (bytes.position() < bytes.limit() - 16) {
            bytes.get();
            readNumber(bytes);
            bytes.get();
            byte[] name = new byte[readNumber(bytes)];
            bytes.get(name).get();
            int from = readNumber(bytes);
            bytes.get();
            byte[] part = Arrays.copyOfRange(bytes.array(), from, from + readNumber(bytes));
            parts.put(
                    new String(name, StandardCharsets.UTF_8),
                    new String(unpacked(part), StandardCharsets.UTF_8));
        }
        return parts;
    }

    private static byte[] unpacked(byte[] part) {
        if (!Arrays.equals(Arrays.copyOf(part, PACKED.length), PACKED)) {
            return part;
        }
        ByteBuffer bytes = ByteBuffer.wrap(part).position(PACKED.length);
        List<byte[]> blocks = new ArrayList<>();
        while (bytes.hasRemaining()) {
            byte[] packed = new byte[readNumber(bytes)];
            byte[] block = new byte[readNumber(bytes)];
            bytes.get(packed);
            new Lz4Decompressor().decompress(packed, 0, packed.length, block, 0, block.length);
            blocks.add(block);
        }
        return concatenated(blocks.toArray(byte[][]::new));
    }

    private static int readNumber(ByteBuffer bytes) {
        int value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = bytes.get();
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private static byte[] number(int value) {
        var bytes = new ByteArrayOutputStream();
        int rest = value;
        for (; rest >= 0x80; rest >>>= 7) {
            bytes.write((rest & 0x7F) | 0x80);
        }
        bytes.write(rest);
        return bytes.toByteArray();
    }

    private static byte[] concatenated(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
