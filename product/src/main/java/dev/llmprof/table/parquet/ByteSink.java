package dev.llmprof.table.parquet;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/// Bytes that grow: numbers little-endian, varints, packed bits.
final class ByteSink {
    private byte[] bytes = new byte[1 << 10];
    private int fill;
    private long before;

    /// Counts what was handed on to a file too.
    long size() {
        return before + fill;
    }

    void add(byte[] more) {
        add(more, more.length);
    }

    void add(ByteSink more) {
        add(more.bytes, more.fill);
    }

    void add(int value) {
        room(1);
        bytes[fill++] = (byte) value;
    }

    void addInt(int value) {
        addLittleEndian(value, Integer.BYTES);
    }

    void addLong(long value) {
        addLittleEndian(value, Long.BYTES);
    }

    void addVarint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            add((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        add((int) rest);
    }

    void addZigzag(long value) {
        addVarint((value << 1) ^ (value >> 63));
    }

    /// The lowest `width` bits of each value, from the lowest bit of the first byte on.
    void addBits(long[] values, int from, int to, int width) {
        long held = 0;
        int count = 0;
        for (int at = from; at < to; at++) {
            long value = values[at];
            held |= value << count;
            int free = Long.SIZE - count;
            if (width < free) {
                count += width;
                continue;
            }
            addLong(held);
            held = free == Long.SIZE ? 0 : value >>> free;
            count = width - free;
        }
        addLittleEndian(held, (count + 7) / 8);
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, fill);
    }

    void handOn(OutputStream out) throws IOException {
        out.write(bytes, 0, fill);
        before += fill;
        fill = 0;
    }

    private void addLittleEndian(long value, int size) {
        room(size);
        for (int place = 0; place < size; place++) {
            bytes[fill++] = (byte) (value >>> (8 * place));
        }
    }

    private void add(byte[] more, int length) {
        room(length);
        System.arraycopy(more, 0, bytes, fill, length);
        fill += length;
    }

    private void room(int more) {
        if (bytes.length - fill < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, fill + more));
        }
    }
}
