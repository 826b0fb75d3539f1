package dev.llmprof.table;

import java.util.Arrays;

/// Finds a row by a number, such as a correlation id; the first row put for a number stays.
public final class LongIndex {
    public static final int NONE = -1;

    private long[] keys = new long[64];
    private int[] rows = new int[64];
    private int size;

    public LongIndex() {
        Arrays.fill(rows, NONE);
    }

    /// True when the number was new.
    public boolean putIfAbsent(long key, int row) {
        int slot = slot(key);
        if (rows[slot] != NONE) {
            return false;
        }
        keys[slot] = key;
        rows[slot] = row;
        if (++size * 10L > rows.length * 7L) {
            grow();
        }
        return true;
    }

    public int get(long key) {
        return rows[slot(key)];
    }

    public int size() {
        return size;
    }

    private int slot(long key) {
        long hash = key * 0x9E37_79B9_7F4A_7C15L;
        int slot = (int) (hash >>> 32) & (rows.length - 1);
        while (rows[slot] != NONE && keys[slot] != key) {
            slot = (slot + 1) & (rows.length - 1);
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldRows = rows;
        keys = new long[oldKeys.length * 2];
        rows = new int[oldRows.length * 2];
        Arrays.fill(rows, NONE);
        for (int old = 0; old < oldRows.length; old++) {
            if (oldRows[old] != NONE) {
                int slot = slot(oldKeys[old]);
                keys[slot] = oldKeys[old];
                rows[slot] = oldRows[old];
            }
        }
    }
}
