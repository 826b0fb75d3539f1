package dev.llmprof.safetensors;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// Reads headers of safetensors files, with the rules of the reference reader and limits of our
/// own: nothing is allocated before the file has been seen to hold it.
public final class Safetensors {
    private static final int LENGTH_BYTES = 8;
    private static final long MOST_HEADER_BYTES = 100_000_000;
    private static final Map<String, Integer> BITS =
            Map.ofEntries(
                    Map.entry("BOOL", 8),
                    Map.entry("F4", 4),
                    Map.entry("F6_E2M3", 6),
                    Map.entry("F6_E3M2", 6),
                    Map.entry("U8", 8),
                    Map.entry("I8", 8),
                    Map.entry("F8_E5M2", 8),
                    Map.entry("F8_E4M3", 8),
                    Map.entry("F8_E8M0", 8),
                    Map.entry("F8_E4M3FNUZ", 8),
                    Map.entry("F8_E5M2FNUZ", 8),
                    Map.entry("I16", 16),
                    Map.entry("U16", 16),
                    Map.entry("F16", 16),
                    Map.entry("BF16", 16),
                    Map.entry("I32", 32),
                    Map.entry("U32", 32),
                    Map.entry("F32", 32),
                    Map.entry("C64", 64),
                    Map.entry("F64", 64),
                    Map.entry("I64", 64),
                    Map.entry("U64", 64));

    private Safetensors() {}

    public static SafetensorsHeader read(Path file) {
        String at = file.toString();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            byte[] json = header(channel, size, at);
            long dataStart = LENGTH_BYTES + (long) json.length;
            var parsed = SafetensorsJson.parse(json, at);
            List<Tensor> sorted =
                    parsed.tensors().stream()
                            .sorted(
                                    Comparator.comparingLong(Tensor::begin)
                                            .thenComparingLong(Tensor::end))
                            .toList();
            long end = checkLayout(sorted, at);
            if (dataStart + end != size) {
                throw broken(
                        "its tensors end at byte %d and the file at %d"
                                .formatted(dataStart + end, size),
                        at);
            }
            return new SafetensorsHeader(sorted, parsed.metadata(), dataStart);
        } catch (IOException e) {
            throw new Problem("it cannot be read: " + e.getMessage(), at, "").found();
        }
    }

    private static byte[] header(FileChannel channel, long size, String at) throws IOException {
        if (size < LENGTH_BYTES) {
            throw broken("it is " + size + " bytes long", at);
        }
        long length = readFully(channel, LENGTH_BYTES, at).getLong();
        if (length < 0 || length > MOST_HEADER_BYTES) {
            throw broken(
                    "its header would be %s bytes, more than %d"
                            .formatted(Long.toUnsignedString(length), MOST_HEADER_BYTES),
                    at);
        }
        if (length > size - LENGTH_BYTES) {
            throw broken("its header of " + length + " bytes is longer than the file", at);
        }
        byte[] json = readFully(channel, (int) length, at).array();
        if (json.length == 0 || json[0] != '{') {
            throw broken("its header does not begin with a brace", at);
        }
        return json;
    }

    private static ByteBuffer readFully(FileChannel channel, int bytes, String at)
            throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw broken("it ends in the middle of its header", at);
            }
        }
        return buffer.flip();
    }

    /// Each tensor begins where the one before it ended, and is as long as its shape says.
    private static long checkLayout(List<Tensor> sorted, String at) {
        long expected = 0;
        for (Tensor tensor : sorted) {
            if (tensor.begin() != expected) {
                throw broken(
                        "tensor '%s' begins at %d where %d was due"
                                .formatted(tensor.name(), tensor.begin(), expected),
                        at);
            }
            if (tensor.end() < tensor.begin() || tensor.bytes() != sizeOf(tensor, at)) {
                throw broken(
                        "tensor '%s' has %d bytes, which its shape contradicts"
                                .formatted(tensor.name(), tensor.bytes()),
                        at);
            }
            expected = tensor.end();
        }
        return expected;
    }

    private static long sizeOf(Tensor tensor, String at) {
        Integer bits = BITS.get(tensor.dtype());
        if (bits == null) {
            throw broken(
                    "tensor '%s' is of the unknown type %s"
                            .formatted(tensor.name(), tensor.dtype()),
                    at);
        }
        try {
            long total = Math.multiplyExact(tensor.elements(), bits);
            if (total % 8 != 0) {
                throw broken("tensor '" + tensor.name() + "' ends inside a byte", at);
            }
            return total / 8;
        } catch (ArithmeticException e) {
            throw broken("tensor '" + tensor.name() + "' is larger than any file", at);
        }
    }

    static Problem.Found broken(String what, String at) {
        return new Problem(
                        "this is not a whole safetensors file: " + what,
                        at,
                        "download it again; with Git LFS, `git lfs pull`")
                .found();
    }
}
