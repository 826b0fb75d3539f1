package dev.llmprof.model.checkpoint;

import dev.llmprof.problem.Problem;
import dev.llmprof.safetensors.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads headers of GGUF files, versions 2 and 3. Every length is held against the bytes that are
/// left before anything is allocated; long arrays such as vocabularies are stepped over.
public final class Gguf {
    private static final int MAGIC = 0x46554747;
    private static final long MOST_KEYS = 65_536;
    private static final long MOST_TENSORS = 1_000_000;
    private static final long LONGEST_KEY = 65_535;
    private static final long MOST_ELEMENTS = 16L << 20;
    private static final int LONGEST_KEPT = 4096;
    private static final int MOST_NESTING = 4;
    private static final int SMALLEST_TENSOR = 24;
    private static final int SMALLEST_KEY = 13;

    private final GgufBytes bytes;
    private final String at;

    private Gguf(GgufBytes bytes, String at) {
        this.bytes = bytes;
        this.at = at;
    }

    public static GgufHeader read(Path file) {
        try (GgufBytes bytes = GgufBytes.open(file)) {
            return new Gguf(bytes, file.toString()).header();
        } catch (IOException e) {
            throw new Problem("it cannot be read: " + e.getMessage(), file.toString(), "").found();
        }
    }

    private GgufHeader header() throws IOException {
        if (bytes.u32() != MAGIC) {
            throw broken("it does not begin with GGUF");
        }
        int version = bytes.u32();
        if ((version & 0xFFFF) == 0) {
            throw broken("it is of the other byte order, or of version 0");
        }
        if (version != 2 && version != 3) {
            throw broken("version " + Integer.toUnsignedString(version) + " is not understood");
        }
        long tensorCount = count("tensors", bytes.u64(), MOST_TENSORS, SMALLEST_TENSOR);
        long keyCount = count("keys", bytes.u64(), MOST_KEYS, SMALLEST_KEY);
        Map<String, Object> keys = new HashMap<>();
        for (long i = 0; i < keyCount; i++) {
            String key = bytes.text(LONGEST_KEY);
            Optional<Object> value = value(bytes.u32(), 0);
            if (keys.put(key, value.orElse("")) != null) {
                throw broken("key '" + key + "' is given twice");
            }
        }
        List<Tensor> tensors = tensors(tensorCount);
        long alignment = keys.get("general.alignment") instanceof Long given ? given : 32;
        if (alignment < 1 || Long.bitCount(alignment) != 1) {
            throw broken("an alignment of " + alignment);
        }
        long start = Math.ceilDiv(bytes.position(), alignment) * alignment;
        check(tensors, alignment, bytes.size() - start);
        return new GgufHeader(version, keys, tensors, start);
    }

    private long count(String what, long count, long most, int smallest) {
        if (count < 0 || count > most || count * smallest > bytes.remaining()) {
            throw broken("it claims " + Long.toUnsignedString(count) + " " + what);
        }
        return count;
    }

    /// Absent for arrays too long to be kept.
    private Optional<Object> value(int type, int depth) throws IOException {
        return switch (type) {
            case 0 -> Optional.of((long) bytes.u8());
            case 1 -> Optional.of((long) (byte) bytes.u8());
            case 2 -> Optional.of((long) (bytes.u16() & 0xFFFF));
            case 3 -> Optional.of((long) bytes.u16());
            case 4 -> Optional.of(Integer.toUnsignedLong(bytes.u32()));
            case 5 -> Optional.of((long) bytes.u32());
            case 6 -> Optional.of((double) Float.intBitsToFloat(bytes.u32()));
            case 7 -> Optional.of(truth(bytes.u8()));
            case 8 -> Optional.of(bytes.text(bytes.remaining()));
            case 9 -> array(depth);
            case 10, 11 -> Optional.of(bytes.u64());
            case 12 -> Optional.of(Double.longBitsToDouble(bytes.u64()));
            default -> throw broken("a value of type " + Integer.toUnsignedString(type));
        };
    }

    private boolean truth(int value) {
        if (value > 1) {
            throw broken("a boolean of " + value);
        }
        return value == 1;
    }

    private Optional<Object> array(int depth) throws IOException {
        int type = bytes.u32();
        long length = bytes.u64();
        int width = GgufTypes.width(type);
        if (depth >= MOST_NESTING || width == 0) {
            throw broken("an array of type " + Integer.toUnsignedString(type));
        }
        if (length < 0 || length > MOST_ELEMENTS || length * width > bytes.remaining()) {
            throw broken("an array of " + Long.toUnsignedString(length) + " elements");
        }
        boolean fixed = type != 8 && type != 9;
        if (length > LONGEST_KEPT && fixed) {
            bytes.skip(length * width);
            return Optional.empty();
        }
        List<Object> kept = new ArrayList<>();
        for (long i = 0; i < length; i++) {
            if (length > LONGEST_KEPT && type == 8) {
                bytes.skipText();
            } else {
                value(type, depth + 1).ifPresent(kept::add);
            }
        }
        return length > LONGEST_KEPT ? Optional.empty() : Optional.of(kept);
    }

    private List<Tensor> tensors(long count) throws IOException {
        List<Tensor> tensors = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (long i = 0; i < count; i++) {
            String name = bytes.text(63);
            int rank = bytes.u32();
            if (rank < 0 || rank > 4 || !names.add(name)) {
                throw broken("tensor '" + name + "' is given twice or has " + rank + " dimensions");
            }
            List<Long> shape = new ArrayList<>();
            for (int d = 0; d < rank; d++) {
                shape.addFirst(bytes.u64());
            }
            GgufTypes type =
                    GgufTypes.of(bytes.u32())
                            .orElseThrow(() -> broken("tensor '" + name + "' has an unknown type"));
            long offset = bytes.u64();
            long size = size(name, shape, type);
            if (offset < 0 || offset > Long.MAX_VALUE - size) {
                throw broken("tensor '" + name + "' lies outside");
            }
            tensors.add(new Tensor(name, type.name(), shape, offset, offset + size));
        }
        return tensors;
    }

    private long size(String name, List<Long> shape, GgufTypes type) {
        try {
            long elements = 1;
            for (long side : shape) {
                if (side < 0) {
                    throw broken("tensor '" + name + "' has a negative side");
                }
                elements = Math.multiplyExact(elements, side);
            }
            if (!shape.isEmpty() && shape.getLast() % type.block() != 0) {
                throw broken("tensor '" + name + "' does not fill its blocks");
            }
            return Math.multiplyExact(elements / type.block(), (long) type.bytes());
        } catch (ArithmeticException e) {
            throw broken("tensor '" + name + "' is larger than any file");
        }
    }

    private void check(List<Tensor> tensors, long alignment, long dataBytes) {
        for (Tensor tensor : tensors) {
            if (tensor.begin() % alignment != 0 || tensor.end() > dataBytes) {
                throw broken("tensor '" + tensor.name() + "' lies outside the file's data");
            }
        }
    }

    private Problem.Found broken(String what) {
        return new Problem("this is not a whole GGUF file: " + what, at, "download it again")
                .found();
    }
}
