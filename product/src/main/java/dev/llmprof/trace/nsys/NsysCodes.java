package dev.llmprof.trace.nsys;

import dev.llmprof.trace.sqlite.SqliteRows;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/// Numbers for rows that agree in several neighbouring columns, such as a launch's shape; remembers
/// the recent ones.
final class NsysCodes {
    private static final int RECENT = 1 << 10;

    private final int width;
    private final long[] recentKeys;
    private final int[] recentCodes = new int[RECENT];
    private final long[] key;
    private final Map<Key, Integer> codes = new HashMap<>();

    private record Key(String text) {
        static Key of(long[] columns) {
            return new Key(Arrays.toString(columns));
        }
    }

    NsysCodes(int width) {
        this.width = width;
        this.key = new long[width];
        this.recentKeys = new long[RECENT * width];
        Arrays.fill(recentCodes, -1);
    }

    /// The number for the columns from `slot` on, made by `fresh` when they are seen for the first
    /// time.
    int code(SqliteRows rows, int slot, ToIntFunction<long[]> fresh) {
        long hash = 0;
        for (int column = 0; column < width; column++) {
            key[column] = rows.integer(slot + column);
            hash = (hash ^ key[column]) * 0x9E37_79B9_7F4A_7C15L;
            hash ^= hash >>> 32;
        }
        int recent = (int) hash & (RECENT - 1);
        int at = recent * width;
        if (recentCodes[recent] >= 0 && Arrays.equals(recentKeys, at, at + width, key, 0, width)) {
            return recentCodes[recent];
        }
        int code = codes.computeIfAbsent(Key.of(key), _ -> fresh.applyAsInt(key));
        System.arraycopy(key, 0, recentKeys, at, width);
        recentCodes[recent] = code;
        return code;
    }
}
