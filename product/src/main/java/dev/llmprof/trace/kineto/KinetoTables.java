package dev.llmprof.trace.kineto;

import dev.llmprof.table.LongIndex;
import dev.llmprof.table.Symbols;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuRangeTable;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.HostThread;
import dev.llmprof.trace.Lane;
import dev.llmprof.trace.kineto.KinetoCategories.Fate;
import java.nio.charset.StandardCharsets;

/// Puts each event where it belongs; texts and numbers of events that go nowhere are never looked
/// at.
final class KinetoTables {
    private static final byte[] MODULE = utf8("nn.Module: ");
    private static final byte[] STEP = utf8("ProfilerStep#");

    private static final int EXTERNAL = 1;
    private static final int[] HOST_TEXTS = {
        KinetoKeys.NAME, KinetoKeys.INPUT_SHAPES, KinetoKeys.INPUT_TYPES, KinetoKeys.KERNEL
    };

    private final Symbols.Builder texts = new Symbols.Builder();
    private final int noText = texts.intern("");
    private final Symbols.Builder places = new Symbols.Builder();
    private final int[] placeKeys = new int[2];
    private final int[] placeCodes = new int[2];
    private final int[] codes = new int[HOST_TEXTS.length];
    private final int[] idKeys = {
        KinetoKeys.CORRELATION, KinetoKeys.EXTERNAL_ID, KinetoKeys.GRAPH, KinetoKeys.GRAPH_NODE
    };
    private final long[] ids = new long[idKeys.length];
    private final LongIndex lanes = new LongIndex();
    private final LongIndex threads = new LongIndex();
    private final KinetoCategories categories = new KinetoCategories();
    private final GpuTable.Builder gpu = new GpuTable.Builder(texts);
    private final HostTable.Builder host = new HostTable.Builder(texts);
    private final GpuRangeTable.Builder gpuRanges = new GpuRangeTable.Builder(texts);
    private long negativeDurations;
    private long missingDurations;
    private long timeless;

    /// Takes a complete event, `"ph": "X"`.
    void complete(KinetoEvent event) {
        Fate fate = categories.fate(event);
        long duration = duration(event, event.has(KinetoKeys.CATEGORY) || fate != Fate.COUNTED);
        if (fate == Fate.COUNTED
                || (fate == Fate.PYTHON && !event.starts(KinetoKeys.NAME, MODULE))) {
            return;
        }
        long start = event.nanos(KinetoKeys.TIME);
        if (start == JsonNumbers.NOT_A_TIME) {
            timeless++;
            return;
        }
        switch (fate) {
            case KERNEL -> gpu(event, GpuKind.KERNEL, start, duration);
            case COPY -> gpu(event, GpuKind.COPY, start, duration);
            case SET -> gpu(event, GpuKind.SET, start, duration);
            case OPERATOR -> host(event, HostKind.OPERATOR, start, duration);
            case OLD_OPERATOR -> host(event, oldOperator(event), start, duration);
            case RANGE -> host(event, HostKind.RANGE, start, duration);
            case RUNTIME_CALL -> host(event, HostKind.RUNTIME_CALL, start, duration);
            case DRIVER_CALL -> host(event, HostKind.DRIVER_CALL, start, duration);
            case PYTHON -> module(event, start, duration);
            case GPU_RANGE -> gpuRanges.add(event.intern(KinetoKeys.NAME, texts), start, duration);
            case COUNTED -> {}
        }
    }

    long negativeDurations() {
        return negativeDurations;
    }

    long missingDurations() {
        return missingDurations;
    }

    /// Events that would have been kept, had they a time.
    long timeless() {
        return timeless;
    }

    KinetoCategories categories() {
        return categories;
    }

    Built build() {
        Symbols symbols = texts.build();
        return new Built(gpu.build(symbols), host.build(symbols), gpuRanges.build(symbols));
    }

    /// The tables, which share their symbols.
    record Built(GpuTable gpu, HostTable host, GpuRangeTable gpuRanges) {}

    private long duration(KinetoEvent event, boolean counts) {
        long nanos = event.nanos(KinetoKeys.DURATION);
        if (nanos == JsonNumbers.NOT_A_TIME) {
            missingDurations += counts ? 1 : 0;
            return 0;
        }
        if (nanos < 0) {
            negativeDurations += counts ? 1 : 0;
            return 0;
        }
        return nanos;
    }

    private static HostKind oldOperator(KinetoEvent event) {
        return event.starts(KinetoKeys.NAME, STEP) ? HostKind.RANGE : HostKind.OPERATOR;
    }

    private void gpu(KinetoEvent event, GpuKind kind, long start, long duration) {
        gpu.event(kind, start, duration, event.intern(KinetoKeys.NAME, texts), lane(event));
        idKeys[EXTERNAL] = event.externalIdKey();
        event.ids(idKeys, ids);
        gpu.ids(ids[0], ids[EXTERNAL], ids[2], ids[3]);
        gpu.facts(event.whole(KinetoKeys.BYTES, 0), gpu.shapeCode(KinetoShapes.of(event)));
    }

    private void host(KinetoEvent event, HostKind kind, long start, long duration) {
        event.intern(HOST_TEXTS, codes, noText, texts);
        host.event(kind, start, duration, codes[0], thread(event));
        idKeys[EXTERNAL] = event.externalIdKey();
        event.ids(idKeys, ids);
        host.ids(ids[0], ids[EXTERNAL]);
        host.texts(codes[1], codes[2], codes[3], noText);
    }

    /// What Python's stack says has no ids and no shapes.
    private void module(KinetoEvent event, long start, long duration) {
        int name = event.intern(KinetoKeys.NAME, texts);
        host.event(HostKind.MODULE, start, duration, name, thread(event));
        host.ids(HostTable.NONE, HostTable.NONE);
        host.texts(noText, noText, noText, noText);
    }

    private int lane(KinetoEvent event) {
        placeKeys[0] = event.has(KinetoKeys.DEVICE) ? KinetoKeys.DEVICE : KinetoKeys.PROCESS;
        placeKeys[1] = event.has(KinetoKeys.STREAM) ? KinetoKeys.STREAM : KinetoKeys.THREAD;
        long pair = place(event);
        int lane = lanes.get(pair);
        if (lane == LongIndex.NONE) {
            lane = gpu.laneCode(Lane.of(event.text(placeKeys[0]), event.text(placeKeys[1])));
            lanes.putIfAbsent(pair, lane);
        }
        return lane;
    }

    private int thread(KinetoEvent event) {
        placeKeys[0] = KinetoKeys.PROCESS;
        placeKeys[1] = KinetoKeys.THREAD;
        long pair = place(event);
        int thread = threads.get(pair);
        if (thread == LongIndex.NONE) {
            String process = event.text(KinetoKeys.PROCESS);
            thread = host.threadCode(new HostThread(process, event.text(KinetoKeys.THREAD)));
            threads.putIfAbsent(pair, thread);
        }
        return thread;
    }

    /// The texts at the two keys as one number.
    private long place(KinetoEvent event) {
        event.intern(placeKeys, placeCodes, 0, places);
        return ((long) placeCodes[0] << 32) | placeCodes[1];
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
