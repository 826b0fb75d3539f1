package dev.llmprof.trace.kineto;

import dev.llmprof.table.Symbols;
import dev.llmprof.trace.SumLimit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Events that PyTorch's profiler does not write: complete ones of no or an unknown category, pairs
/// of begin and end, asynchronous ones. Whether a process is the host or a device may be said
/// behind its events, so they are kept until the trace ends.
final class ForeignEvents {
    private static final int OPEN = -1;

    private final Symbols.Builder texts;
    private final SumLimit limit;
    private final Symbols.Builder places = new Symbols.Builder();
    private final Map<String, OpenRows> open = new HashMap<>();
    private long[] starts = new long[64];
    private long[] durations = new long[64];
    private int[] names = new int[64];
    private int[] processes = new int[64];
    private int[] threads = new int[64];
    private boolean[] free = new boolean[64];
    private int size;
    private long lastNanos = Long.MIN_VALUE;
    private long endless;
    private long beginless;
    private long timeless;
    private long backwards;

    /// `texts` are the symbols that names become.
    ForeignEvents(Symbols.Builder texts, SumLimit limit) {
        this.texts = texts;
        this.limit = limit;
    }

    /// Rows that began and did not end yet, the innermost last.
    private static final class OpenRows {
        private int[] rows = new int[4];
        private int size;

        void push(int row) {
            rows = size == rows.length ? Arrays.copyOf(rows, size * 2) : rows;
            rows[size++] = row;
        }

        int pop() {
            return rows[--size];
        }
    }

    void complete(KinetoEvent event, long start, long duration) {
        add(event, start, duration, false);
        lastNanos = Math.max(lastNanos, start + duration);
    }

    /// Takes half of a pair; true where it is the first half of one.
    boolean begins(KinetoEvent event, int phase) {
        switch (phase) {
            case 'B' -> begin(event, thread(event), false);
            case 'b' -> begin(event, nested(event), true);
            case 'S' -> begin(event, nested(event) + event.text(KinetoKeys.NAME), true);
            case 'E' -> end(event, thread(event));
            case 'e' -> end(event, nested(event));
            case 'F' -> end(event, nested(event) + event.text(KinetoKeys.NAME));
            default -> {}
        }
        return phase == 'B' || phase == 'b' || phase == 'S';
    }

    /// Ranges that have no end are given that of the whole trace, which `latest` is at the least.
    void close(long latest) {
        for (int row = 0; row < size; row++) {
            if (durations[row] == OPEN) {
                endless++;
                durations[row] =
                        limit.within(Math.max(0, Math.max(latest, lastNanos) - starts[row]));
            }
        }
    }

    int size() {
        return size;
    }

    /// Whether nothing foreign was seen.
    boolean isEmpty() {
        return size == 0 && beginless == 0 && timeless == 0;
    }

    long start(int row) {
        return starts[row];
    }

    long duration(int row) {
        return durations[row];
    }

    int name(int row) {
        return names[row];
    }

    int process(int row) {
        return processes[row];
    }

    int thread(int row) {
        return threads[row];
    }

    /// Whether it may begin and end on different threads.
    boolean isFree(int row) {
        return free[row];
    }

    /// The texts of processes and threads, by their numbers.
    Symbols places() {
        return places.build();
    }

    long endless() {
        return endless;
    }

    long beginless() {
        return beginless;
    }

    long timeless() {
        return timeless;
    }

    long backwards() {
        return backwards;
    }

    private void begin(KinetoEvent event, String key, boolean asynchronous) {
        long start = event.nanos(KinetoKeys.TIME);
        if (start == JsonNumbers.NOT_A_TIME) {
            timeless++;
            return;
        }
        open.computeIfAbsent(key, _ -> new OpenRows()).push(size);
        add(event, start, OPEN, asynchronous);
        lastNanos = Math.max(lastNanos, start);
    }

    private void end(KinetoEvent event, String key) {
        OpenRows rows = open.get(key);
        long end = event.nanos(KinetoKeys.TIME);
        if (end == JsonNumbers.NOT_A_TIME) {
            timeless++;
        } else if (rows == null || rows.size == 0) {
            beginless++;
        } else {
            int row = rows.pop();
            if (rows.size == 0) {
                open.remove(key);
            }
            backwards += end < starts[row] ? 1 : 0;
            durations[row] = limit.within(Math.max(0, end - starts[row]));
            lastNanos = Math.max(lastNanos, end);
        }
    }

    private static String thread(KinetoEvent event) {
        return event.text(KinetoKeys.PROCESS) + "\0" + event.text(KinetoKeys.THREAD);
    }

    /// Chrome nests asynchronous events of one category and id, whatever their threads.
    private static String nested(KinetoEvent event) {
        return event.text(KinetoKeys.CATEGORY) + "\0\0" + event.text(KinetoKeys.ID) + "\0";
    }

    private void add(KinetoEvent event, long start, long duration, boolean asynchronous) {
        if (size == starts.length) {
            grow();
        }
        starts[size] = start;
        durations[size] = duration;
        names[size] = event.intern(KinetoKeys.NAME, texts);
        processes[size] = event.intern(KinetoKeys.PROCESS, places);
        threads[size] = event.intern(KinetoKeys.THREAD, places);
        free[size++] = asynchronous;
    }

    private void grow() {
        int length = size * 2;
        starts = Arrays.copyOf(starts, length);
        durations = Arrays.copyOf(durations, length);
        names = Arrays.copyOf(names, length);
        processes = Arrays.copyOf(processes, length);
        threads = Arrays.copyOf(threads, length);
        free = Arrays.copyOf(free, length);
    }
}
