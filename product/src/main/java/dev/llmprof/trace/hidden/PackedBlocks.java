package dev.llmprof.trace.hidden;

import dev.llmprof.trace.Broken;
import dev.llmprof.trace.hidden.StreamIndex.Part;
import io.airlift.compress.MalformedInputException;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/// The blocks of a packed part: packed length, length, and the messages packed by LZ4. A block with
/// secrets is packed anew, and the part may be longer or shorter afterwards.
final class PackedBlocks {
    /// A message of eight bytes that says how the rest is packed.
    private static final byte[] LZ4 = {8, 8, 1, 18, 4, 8, 1, 16, 0};

    private static final int LARGEST = 1 << 28;

    private final InputStream in;
    private final OutputStream out;
    private long left;

    private PackedBlocks(InputStream in, OutputStream out, long left) {
        this.in = in;
        this.out = out;
        this.left = left;
    }

    static boolean isPacked(FileChannel channel, Part part) throws IOException {
        return part.length() >= LZ4.length
                && Arrays.equals(StreamIndex.bytes(channel, part.from(), LZ4.length).array(), LZ4);
    }

    /// Whether a block was struck.
    static boolean copy(FileChannel channel, Part part, OutputStream out) throws IOException {
        out.write(LZ4);
        var in = Channels.newInputStream(channel.position(part.from() + LZ4.length));
        return new PackedBlocks(
                        new BufferedInputStream(in, 1 << 16), out, part.length() - LZ4.length)
                .copy();
    }

    private boolean copy() throws IOException {
        boolean struck = false;
        while (left > 0) {
            int packedLength = length();
            int length = length();
            byte[] packed = take(packedLength);
            byte[] messages = unpacked(packed, length);
            if (MessageSecrets.strike(messages)) {
                struck = true;
                packed = packed(messages);
            }
            var lengths = new ByteArrayOutputStream();
            Message.writeNumber(lengths, packed.length);
            Message.writeNumber(lengths, length);
            out.write(lengths.toByteArray());
            out.write(packed);
        }
        return struck;
    }

    private static byte[] unpacked(byte[] packed, int length) {
        byte[] messages = new byte[length];
        try {
            int found =
                    new Lz4Decompressor().decompress(packed, 0, packed.length, messages, 0, length);
            if (found == length) {
                return messages;
            }
            throw new Broken("a block of " + found + " bytes where " + length + " are said");
        } catch (MalformedInputException damaged) {
            throw new Broken("a block that is not packed by LZ4");
        }
    }

    private static byte[] packed(byte[] messages) {
        var compressor = new Lz4Compressor();
        byte[] packed = new byte[compressor.maxCompressedLength(messages.length)];
        int length = compressor.compress(messages, 0, messages.length, packed, 0, packed.length);
        return Arrays.copyOf(packed, length);
    }

    private int length() throws IOException {
        long value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            int next = take(1)[0];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                if (value > LARGEST) {
                    break;
                }
                return (int) value;
            }
        }
        throw new Broken("a block of " + value + " bytes");
    }

    private byte[] take(int length) throws IOException {
        byte[] bytes = length > left ? new byte[0] : in.readNBytes(length);
        if (bytes.length != length) {
            throw new Broken("the end inside a block");
        }
        left -= length;
        return bytes;
    }
}
