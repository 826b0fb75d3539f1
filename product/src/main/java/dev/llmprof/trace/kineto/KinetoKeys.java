package dev.llmprof.trace.kineto;

import dev.llmprof.table.Words;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Recognises the keys of events and their arguments by their first eight bytes and their length.
final class KinetoKeys {
    static final int PHASE = 0;
    static final int CATEGORY = 1;
    static final int NAME = 2;
    static final int PROCESS = 3;
    static final int THREAD = 4;
    static final int TIME = 5;
    static final int DURATION = 6;
    static final int ARGUMENTS = 7;
    static final int DEVICE = 8;
    static final int STREAM = 9;
    static final int CORRELATION = 10;
    static final int EXTERNAL_ID = 11;
    static final int EXTERNAL_ID_2021 = 12;
    static final int BYTES = 13;
    static final int GRID = 14;
    static final int BLOCK = 15;
    static final int REGISTERS = 16;
    static final int SHARED_MEMORY = 17;
    static final int INPUT_SHAPES = 18;
    static final int INPUT_TYPES = 19;
    static final int KERNEL = 20;
    static final int GRAPH = 21;
    static final int GRAPH_NODE = 22;
    static final int ALLOCATED = 23;
    static final int DEVICE_TYPE = 24;
    static final int DEVICE_ID = 25;
    static final int TOTAL_ALLOCATED = 26;
    static final int TOTAL_RESERVED = 27;
    static final int COUNT = 28;
    static final int OTHER = -1;

    private static final int FIRST_ARGUMENT = DEVICE;
    private static final byte[][] TEXTS =
            Stream.of(
                            "ph",
                            "cat",
                            "name",
                            "pid",
                            "tid",
                            "ts",
                            "dur",
                            "args",
                            "device",
                            "stream",
                            "correlation",
                            "External id",
                            "external id",
                            "bytes",
                            "grid",
                            "block",
                            "registers per thread",
                            "shared memory",
                            "Input Dims",
                            "Input type",
                            "kernel",
                            "graph id",
                            "graph node id",
                            "Bytes",
                            "Device Type",
                            "Device Id",
                            "Total Allocated",
                            "Total Reserved")
                    .map(key -> key.getBytes(StandardCharsets.UTF_8))
                    .toArray(byte[][]::new);
    private static final long[] HEADS =
            Arrays.stream(TEXTS)
                    .mapToLong(text -> Words.longAt(Arrays.copyOf(text, text.length + 8), 0))
                    .toArray();
    private static final int[][] ARGUMENTS_BY_LENGTH =
            IntStream.range(0, 24).mapToObj(KinetoKeys::argumentsOfLength).toArray(int[][]::new);

    private KinetoKeys() {}

    /// The key of an event, or OTHER; eight bytes after `to` must be there to read.
    static int ofEvent(byte[] bytes, int from, int to) {
        if (to - from > 4 || to == from) {
            return OTHER;
        }
        long head = head(bytes, from, to);
        for (int key = 0; key < FIRST_ARGUMENT; key++) {
            if (HEADS[key] == head) {
                return key;
            }
        }
        return OTHER;
    }

    /// The key of an argument, or OTHER.
    static int ofArgument(byte[] bytes, int from, int to) {
        int length = to - from;
        if (length >= ARGUMENTS_BY_LENGTH.length) {
            return OTHER;
        }
        long head = head(bytes, from, to);
        for (int key : ARGUMENTS_BY_LENGTH[length]) {
            if (HEADS[key] == head
                    && (length <= 8 || Arrays.equals(TEXTS[key], 8, length, bytes, from + 8, to))) {
                return key;
            }
        }
        return OTHER;
    }

    private static long head(byte[] bytes, int from, int to) {
        long word = Words.longAt(bytes, from);
        return to - from >= 8 ? word : word & ((1L << ((to - from) * 8)) - 1);
    }

    private static int[] argumentsOfLength(int length) {
        return IntStream.range(FIRST_ARGUMENT, COUNT)
                .filter(key -> TEXTS[key].length == length)
                .toArray();
    }
}
