package dev.llmprof.trace.kineto;

/// Where the fields of one event stand, as offsets from its beginning, by the numbers of
/// [KinetoKeys].
final class EventFields {
    private static final long ARGUMENTS = -1L << KinetoKeys.DEVICE;

    private final int[] from = new int[KinetoKeys.COUNT];
    private final int[] to = new int[KinetoKeys.COUNT];
    private long present;
    private long escaped;

    void clear() {
        present = 0;
    }

    void clearArguments() {
        present &= ~ARGUMENTS;
    }

    /// Of a key that comes twice the last stands, as in any JSON tree.
    void put(int key, int textFrom, int textTo) {
        from[key] = textFrom;
        to[key] = textTo;
        present |= 1L << key;
        escaped &= ~(1L << key);
    }

    void putEscaped(int key, int textFrom, int textTo) {
        put(key, textFrom, textTo);
        escaped |= 1L << key;
    }

    /// The field is `null`.
    void drop(int key) {
        present &= ~(1L << key);
    }

    boolean has(int key) {
        return (present & 1L << key) != 0;
    }

    boolean isEscaped(int key) {
        return (escaped & 1L << key) != 0;
    }

    int from(int key) {
        return from[key];
    }

    int to(int key) {
        return to[key];
    }

    int length(int key) {
        return to[key] - from[key];
    }
}
