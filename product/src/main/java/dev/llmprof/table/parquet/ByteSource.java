package dev.llmprof.table.parquet;

import java.nio.charset.StandardCharsets;

/// Bytes that are read from the front: numbers little-endian, varints, packed bits.
final class ByteSource {
    private final byte[] bytes;
    private int at;

    ByteSource(byte[] bytes, int from) {
        this.bytes = bytes;
        this.at = from;
    }

    int place() {
        return at;
    }

    int left() {
        return bytes.length - at;
    }

    int next() {
        return bytes[at++] & 0xFF;
    }

    int nextInt() {
        return (int) little(Integer.BYTES);
    }

    long little(int size) {
        long value = 0;
        for (int place = 0; place < size; place++) {
            value |= (long) next() << (8 * place);
        }
        return value;
    }

    long varint() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = next();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new IndexOutOfBoundsException("a number without end");
    }

    long zigzag() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    String text(int length) {
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    /// Values of so many bits each, from the lowest bit of the first byte on.
    void bits(long[] values, int from, int to, int width) {
        long bit = (long) at << 3;
        for (int value = from; value < to; value++) {
            long found = 0;
            for (int done = 0; done < width; ) {
                int offset = (int) (bit & 7);
                int take = Math.min(8 - offset, width - done);
                long part = (bytes[(int) (bit >>> 3)] & 0xFFL) >>> offset & ((1L << take) - 1);
                found |= part << done;
                done += take;
                bit += take;
            }
            values[value] = found;
        }
        at += (int) (((long) (to - from) * width + 7) >>> 3);
    }
}
