package dev.llmprof.trace;

/// Reads a kernel's grid, block and resources from its arguments.
final class KinetoShapes {
    private KinetoShapes() {}

    /// Kineto tells static and dynamic shared memory only as one sum; it stands as dynamic.
    static LaunchShape of(KinetoEvent event) {
        if (!event.has(KinetoKeys.BLOCK)) {
            return LaunchShape.UNKNOWN;
        }
        return new LaunchShape(
                element(event, KinetoKeys.GRID, 0),
                element(event, KinetoKeys.GRID, 1),
                element(event, KinetoKeys.GRID, 2),
                element(event, KinetoKeys.BLOCK, 0),
                element(event, KinetoKeys.BLOCK, 1),
                element(event, KinetoKeys.BLOCK, 2),
                number(event, KinetoKeys.REGISTERS),
                0,
                number(event, KinetoKeys.SHARED_MEMORY));
    }

    private static int number(KinetoEvent event, int key) {
        return Math.clamp(event.whole(key, 0), 0, Integer.MAX_VALUE);
    }

    /// The number at a place of `[x, y, z]`; 0 where there is none.
    private static int element(KinetoEvent event, int key, int index) {
        if (!event.has(key)) {
            return 0;
        }
        byte[] bytes = event.bytes();
        int at = event.from(key);
        for (int commas = 0; at < event.to(key) && commas < index; at++) {
            commas += bytes[at] == ',' ? 1 : 0;
        }
        int value = 0;
        for (; at < event.to(key) && bytes[at] != ','; at++) {
            boolean digit = bytes[at] >= '0' && bytes[at] <= '9';
            value = digit && value < 100_000_000 ? value * 10 + (bytes[at] - '0') : value;
        }
        return value;
    }
}
