package dev.llmprof.trace;

/// A cursor over the bytes of one protobuf message: its numbers and blocks, whatever they mean.
public final class ProtobufBytes {
    public static final int NUMBER = 0;
    public static final int EIGHT_BYTES = 1;
    public static final int BLOCK = 2;
    public static final int FOUR_BYTES = 5;

    private final byte[] bytes;
    private final int end;
    private int at;

    public ProtobufBytes(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    public int at() {
        return at;
    }

    public boolean atEnd() {
        return at >= end;
    }

    public long number() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at >= end) {
                throw new Broken("the end inside a number at byte " + at);
            }
            byte next = bytes[at++];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new Broken("a number of more than ten bytes at byte " + at);
    }

    public long fixed(int size) {
        if (end - at < size) {
            throw new Broken("the end inside a number at byte " + at);
        }
        long value = 0;
        for (int place = 0; place < size; place++) {
            value |= (bytes[at++] & 0xFFL) << (8 * place);
        }
        return value;
    }

    /// Goes over a block, whose length is the next number; it begins at the byte that is returned.
    public int block() {
        long length = number();
        if (length < 0 || length > end - at) {
            throw new Broken("a field of " + length + " bytes at byte " + at);
        }
        int from = at;
        at += (int) length;
        return from;
    }
}
