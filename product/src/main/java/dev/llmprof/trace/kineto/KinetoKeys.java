package dev.llmprof.trace.kineto;

import dev.llmprof.table.Words;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
    static final int ID = 8;
    static final int DEVICE = 9;
    static final int STREAM = 10;
    static final int CORRELATION = 11;
    static final int EXTERNAL_ID = 12;
    static final int EXTERNAL_ID_2021 = 13;
    static final int BYTES = 14;
    static final int GRID = 15;
    static final int BLOCK = 16;
    static final int REGISTERS = 17;
    static final int SHARED_MEMORY = 18;
    static final int INPUT_SHAPES = 19;
    static final int INPUT_TYPES = 20;
    static final int KERNEL = 21;
    static final int GRAPH = 22;
    static final int GRAPH_NODE = 23;
    static final int ALLOCATED = 24;
    static final int DEVICE_TYPE = 25;
    static final int DEVICE_ID = 26;
    static final int TOTAL_ALLOCATED = 27;
    static final int TOTAL_RESERVED = 28;
    static final int GIVEN_NAME = 29;
    static final int LABELS = 30;
    static final int CONCRETE_INPUTS = 31;
    static final int COLLECTIVE = 32;
    static final int SENT_ELEMENTS = 33;
    static final int RECEIVED_ELEMENTS = 34;
    static final int ELEMENT_TYPE = 35;
    static final int GROUP_NAME = 36;
    static final int GROUP_DESCRIPTION = 37;
    static final int GROUP_RANKS = 38;
    static final int SEQUENCE = 39;
    static final int SOURCE_RANK = 40;
    static final int TARGET_RANK = 41;
    static final int COUNT = 42;
    static final int OTHER = -1;

    private static final int FIRST_ARGUMENT = DEVICE;
    private static final int SLOTS = 128;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;
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
                            "id",
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
                            "Total Reserved",
                            "name",
                            "labels",
                            "Concrete Inputs",
                            "Collective name",
                            "In msg nelems",
                            "Out msg nelems",
                            "dtype",
                            "Process Group Name",
                            "Process Group Description",
                            "Process Group Ranks",
                            "Seq",
                            "Src Rank",
                            "Dst Rank")
                    .map(key -> key.getBytes(StandardCharsets.UTF_8))
                    .toArray(byte[][]::new);
    private static final long[] HEADS =
            Arrays.stream(TEXTS)
                    .mapToLong(text -> Words.longAt(Arrays.copyOf(text, text.length + 8), 0))
                    .toArray();
    private static final byte[] EVENT_SLOTS = slots(0, FIRST_ARGUMENT);
    private static final byte[] ARGUMENT_SLOTS = slots(FIRST_ARGUMENT, COUNT);

    private KinetoKeys() {}

    /// The key of an event or of its arguments, or OTHER; eight bytes after `to` must be there to
    /// read.
    static int of(byte[] bytes, int from, int to, boolean argument) {
        int length = to - from;
        if (length == 0) {
            return OTHER;
        }
        long word = Words.longAt(bytes, from);
        if (length < 8) {
            return of(word & ((1L << (length * 8)) - 1), argument);
        }
        return ofLong(word, bytes, from, to, argument);
    }

    /// A key of less than eight bytes, the first one lowest, no byte of it zero.
    static int of(long text, boolean argument) {
        byte[] slots = argument ? ARGUMENT_SLOTS : EVENT_SLOTS;
        int slot = slot(text);
        while (slots[slot] != OTHER) {
            if (HEADS[slots[slot]] == text) {
                return slots[slot];
            }
            slot = (slot + 1) & (SLOTS - 1);
        }
        return OTHER;
    }

    private static int ofLong(long head, byte[] bytes, int from, int to, boolean argument) {
        byte[] slots = argument ? ARGUMENT_SLOTS : EVENT_SLOTS;
        int slot = slot(head);
        while (slots[slot] != OTHER) {
            int key = slots[slot];
            if (HEADS[key] == head && isRest(key, bytes, from, to)) {
                return key;
            }
            slot = (slot + 1) & (SLOTS - 1);
        }
        return OTHER;
    }

    /// Few keys of one table begin with the same eight bytes.
    private static boolean isRest(int key, byte[] bytes, int from, int to) {
        int length = to - from;
        return TEXTS[key].length == length
                && Arrays.equals(TEXTS[key], 8, length, bytes, from + 8, to);
    }

    private static int slot(long head) {
        return (int) ((head * MIX) >>> 57);
    }

    private static byte[] slots(int from, int to) {
        byte[] slots = new byte[SLOTS];
        Arrays.fill(slots, (byte) OTHER);
        for (int key = from; key < to; key++) {
            int slot = slot(HEADS[key]);
            while (slots[slot] != OTHER) {
                slot = (slot + 1) & (SLOTS - 1);
            }
            slots[slot] = (byte) key;
        }
        return slots;
    }
}
