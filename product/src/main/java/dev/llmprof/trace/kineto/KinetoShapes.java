package dev.llmprof.trace.kineto;

import dev.llmprof.trace.LaunchShape;

/// Reads a kernel's grid, block and resources from its arguments.
final class KinetoShapes {
    private static final int[] KEYS = {
        KinetoKeys.GRID, KinetoKeys.BLOCK, KinetoKeys.REGISTERS, KinetoKeys.SHARED_MEMORY
    };
    private static final int LARGE = 200_000_000;

    private KinetoShapes() {}

    /// Kineto tells static and dynamic shared memory only as one sum; it stands as dynamic.
    static LaunchShape of(KinetoEvent event) {
        if (!event.has(KinetoKeys.BLOCK)) {
            return LaunchShape.UNKNOWN;
        }
        int[] numbers = new int[KEYS.length * 3];
        for (int at = 0; at < KEYS.length; at++) {
            elements(event, KEYS[at], numbers, at * 3);
        }
        return new LaunchShape(
                numbers[0],
                numbers[1],
                numbers[2],
                numbers[3],
                numbers[4],
                numbers[5],
                numbers[6],
                0,
                numbers[9]);
    }

    /// Up to three whole numbers of `[x, y, z]`, or of a bare number; the rest stays 0.
    private static void elements(KinetoEvent event, int key, int[] numbers, int first) {
        if (!event.has(key)) {
            return;
        }
        byte[] bytes = event.bytes();
        int place = first;
        for (int at = event.from(key); at < event.to(key) && place < first + 3; at++) {
            int digit = bytes[at] - '0';
            if (bytes[at] == ',') {
                place++;
            } else if (digit >= 0 && digit <= 9 && numbers[place] < LARGE) {
                numbers[place] = numbers[place] * 10 + digit;
            }
        }
    }
}
