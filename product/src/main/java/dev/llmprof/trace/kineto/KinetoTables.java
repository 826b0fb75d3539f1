package dev.llmprof.trace.kineto;

import dev.llmprof.table.LongIndex;
import dev.llmprof.table.Symbols;
import dev.llmprof.trace.CollectiveTable;
import dev.llmprof.trace.FrameTable;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuRangeTable;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.HostThread;
import dev.llmprof.trace.Lane;
import dev.llmprof.trace.SumLimit;
import dev.llmprof.trace.kineto.KinetoCategories.Fate;
import java.nio.charset.StandardCharsets;

/// Puts each event where it belongs; texts and numbers of events that go nowhere are never looked
/// at.
final class KinetoTables {
    private static final byte[] MODULE = utf8("nn.Module: ");
    private static final byte[] STEP = utf8("ProfilerStep#");
    private static final byte[] CONVOLUTION = utf8("conv");
    private static final byte[] DISTRIBUTED = utf8("c10d::");

    private static final int EXTERNAL = 1;
    private static final int[] HOST_TEXTS = {
        KinetoKeys.NAME, KinetoKeys.INPUT_SHAPES, KinetoKeys.INPUT_TYPES, KinetoKeys.KERNEL
    };

    /// The number of the empty text among the symbols.
    static final int NO_TEXT = 0;

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
    private final FrameTable.Builder frames = new FrameTable.Builder(texts);
    private final GpuRangeTable.Builder gpuRanges = new GpuRangeTable.Builder(texts);
    private final SumLimit bytes = SumLimit.ofBytes();
    private final KinetoCollectives collectives = new KinetoCollectives(texts, bytes);
    private final SumLimit limit = SumLimit.ofNanos();
    private final ForeignEvents foreign = new ForeignEvents(texts, limit);
    private final ProcessNames processNames = new ProcessNames();
    private long latestNanos = Long.MIN_VALUE;
    private long oddDurations;
    private long negativeDurations;
    private long missingDurations;
    private long timeless;

    /// Takes a complete event, `"ph": "X"`.
    void complete(KinetoEvent event) {
        Fate fate = categories.fate(event);
        long duration = duration(event);
        if (fate == Fate.COUNTED
                || fate == Fate.COUNTERS
                || (fate == Fate.PYTHON && passing(event, duration))) {
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
            case PYTHON -> python(event, start, duration);
            case GPU_RANGE -> gpuRanges.add(event.intern(KinetoKeys.NAME, texts), start, duration);
            case FOREIGN -> {
                categories.foreign(event);
                foreign.complete(event, start, duration);
            }
            case OVERHEAD -> categories.overhead(event, duration);
            case COUNTED, COUNTERS -> {}
        }
        latestNanos = Math.max(latestNanos, start + duration);
    }

    /// Takes half of a pair, such as `"ph": "B"`; of any other phase nothing.
    void half(KinetoEvent event, int phase) {
        if (foreign.begins(event, phase)) {
            categories.foreign(event);
        }
    }

    /// Takes what names a process or thread, `"ph": "M"`.
    void metadata(KinetoEvent event) {
        processNames.metadata(event);
    }

    long negativeDurations() {
        return negativeDurations + foreign.backwards();
    }

    /// Durations that are there and no number, among the missing ones.
    long oddDurations() {
        return oddDurations;
    }

    /// Durations that no clock can show.
    long endlessDurations() {
        return limit.beyond();
    }

    /// What copies, messages and allocations may add up to.
    SumLimit bytes() {
        return bytes;
    }

    /// Texts that were one too many to be kept apart.
    long otherTexts() {
        return texts.others();
    }

    long missingDurations() {
        return missingDurations;
    }

    /// Events that would have been kept, had they a time.
    long timeless() {
        return timeless + foreign.timeless();
    }

    ForeignEvents foreign() {
        return foreign;
    }

    KinetoCategories categories() {
        return categories;
    }

    /// Whether what was read further on can be added as if it had been read here: nothing in it
    /// hangs on what came before.
    boolean hasRoomFor(KinetoTables later) {
        return later.foreign.isEmpty()
                && texts.hasRoomFor(later.texts)
                && limit.hasRoomFor(later.limit)
                && bytes.hasRoomFor(later.bytes);
    }

    /// Adds what was read further on in the trace; numbers of texts, lanes and threads come out as
    /// if it had been read here.
    void addAll(KinetoTables later) {
        Built rows = later.build();
        int[] codes = texts.addAll(later.texts);
        collectives.addAll(rows.collectives(), codes, gpu.size(), host.size());
        gpu.addAll(rows.gpu(), codes);
        int[] threadCodes = host.addAll(rows.host(), codes);
        frames.addAll(rows.frames(), codes, threadCodes);
        gpuRanges.addAll(rows.gpuRanges(), codes);
        limit.addAll(later.limit);
        bytes.addAll(later.bytes);
        categories.addAll(later.categories);
        processNames.addAll(later.processNames);
        latestNanos = Math.max(latestNanos, later.latestNanos);
        oddDurations += later.oddDurations;
        negativeDurations += later.negativeDurations;
        missingDurations += later.missingDurations;
        timeless += later.timeless;
    }

    Built build() {
        foreign.close(latestNanos);
        Symbols symbols = texts.build();
        var placed = ForeignRows.place(foreign, processNames, symbols, gpu, host);
        return new Built(
                gpu.build(symbols),
                host.build(symbols),
                frames.build(symbols),
                gpuRanges.build(symbols),
                collectives.build(symbols),
                placed);
    }

    /// The tables, which share their symbols, and which of their rows are of another tool's making.
    record Built(
            GpuTable gpu,
            HostTable host,
            FrameTable frames,
            GpuRangeTable gpuRanges,
            CollectiveTable collectives,
            ForeignRows.Placed foreign) {}

    private long duration(KinetoEvent event) {
        long nanos = event.nanos(KinetoKeys.DURATION);
        if (nanos == JsonNumbers.NOT_A_TIME) {
            missingDurations++;
            oddDurations += event.has(KinetoKeys.DURATION) ? 1 : 0;
            return 0;
        }
        if (nanos < 0) {
            negativeDurations++;
            return 0;
        }
        return limit.within(nanos);
    }

    private static HostKind oldOperator(KinetoEvent event) {
        return event.starts(KinetoKeys.NAME, STEP) ? HostKind.RANGE : HostKind.OPERATOR;
    }

    private void gpu(KinetoEvent event, GpuKind kind, long start, long duration) {
        collectives.take(event, CollectiveTable.GPU, gpu.size());
        gpu.event(kind, start, duration, event.intern(KinetoKeys.NAME, texts), lane(event));
        idKeys[EXTERNAL] = event.externalIdKey();
        event.ids(idKeys, ids);
        gpu.ids(ids[0], ids[EXTERNAL], ids[2], ids[3]);
        gpu.facts(
                bytes.within(event.whole(KinetoKeys.BYTES, 0)),
                gpu.shapeCode(KinetoShapes.of(event)));
    }

    private void host(KinetoEvent event, HostKind kind, long start, long duration) {
        event.intern(HOST_TEXTS, codes, noText, texts);
        collectives.take(event, CollectiveTable.HOST, host.size());
        host.event(kind, start, duration, codes[0], thread(event));
        idKeys[EXTERNAL] = event.externalIdKey();
        event.ids(idKeys, ids);
        host.ids(ids[0], ids[EXTERNAL]);
        host.texts(codes[1], codes[2], codes[3], noText, arguments(event));
    }

    private int arguments(KinetoEvent event) {
        return event.has(KinetoKeys.CONCRETE_INPUTS)
                        && (event.contains(KinetoKeys.NAME, CONVOLUTION)
                                || event.starts(KinetoKeys.NAME, DISTRIBUTED))
                ? event.intern(KinetoKeys.CONCRETE_INPUTS, texts)
                : noText;
    }

    private static boolean passing(KinetoEvent event, long duration) {
        return duration < FrameTable.KEPT_FROM_NANOS && !event.starts(KinetoKeys.NAME, MODULE);
    }

    /// What Python's stack says has no ids and no shapes.
    private void python(KinetoEvent event, long start, long duration) {
        int name = event.intern(KinetoKeys.NAME, texts);
        if (!event.starts(KinetoKeys.NAME, MODULE)) {
            frames.add(name, start, duration, thread(event));
            return;
        }
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
