package dev.llmprof.study.table;

import static dev.llmprof.table.parquet.ParquetColumn.whole;
import static dev.llmprof.table.parquet.ParquetColumn.words;

import dev.llmprof.analysis.nsys.NsysStats;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.report.table.FilledTable;
import dev.llmprof.report.table.NsysTables;
import dev.llmprof.table.TextColumn;
import dev.llmprof.table.parquet.Cells;
import dev.llmprof.table.parquet.ParquetColumn;
import dev.llmprof.table.parquet.ParquetFile;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.HostThread;
import dev.llmprof.trace.Lane;
import dev.llmprof.trace.LaunchShape;
import dev.llmprof.trace.Trace;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/// One row for every kernel, operator, range and call, each with what it belongs to; for SQL.
public final class EventTables implements Closeable {
    private static final EventTable GPU =
            new EventTable(
                    "kernels",
                    "One row for every kernel, copy and set, with what launched it.",
                    gpuColumns());
    private static final EventTable OPERATORS =
            new EventTable(
                    "operators", "One row for every call of an operator.", operatorColumns());
    private static final EventTable RANGES =
            new EventTable(
                    "ranges",
                    "One row for every NVTX range and annotation, with the GPU work launched"
                            + " inside.",
                    rangeColumns());
    private static final EventTable CALLS =
            new EventTable(
                    "runtime_calls", "One row for every call into CUDA or HIP.", callColumns());

    private final ParquetFile gpu;
    private final ParquetFile operators;
    private final ParquetFile ranges;
    private final ParquetFile calls;
    private final List<NsysStats> nsys = new ArrayList<>();

    public EventTables(Path folder) throws IOException {
        gpu = GPU.in(folder);
        operators = OPERATORS.in(folder);
        ranges = RANGES.in(folder);
        calls = CALLS.in(folder);
    }

    public static List<EventTable> described() {
        return List.of(GPU, OPERATORS, RANGES, CALLS, NcuTables.METRICS);
    }

    public List<ParquetFile> all() {
        return List.of(gpu, operators, ranges, calls);
    }

    /// What `nsys stats` says of the captures of nsys.
    public List<FilledTable<?>> nsysSummaries() {
        return NsysTables.of(nsys);
    }

    public void add(NestedTrace nested) throws IOException {
        Trace trace = nested.trace();
        gpu(nested, IntStream.range(0, trace.gpu().size()).toArray());
        operators(nested, rows(trace.host(), EnumSet.of(HostKind.OPERATOR)));
        ranges(nested, rows(trace.host(), EnumSet.of(HostKind.RANGE, HostKind.FREE_RANGE)));
        calls(nested, rows(trace.host(), EnumSet.of(HostKind.RUNTIME_CALL, HostKind.DRIVER_CALL)));
        if (trace.tool().equals("nsys")) {
            nsys.add(NsysStats.of(trace, nested.tree(), nested.links()));
        }
    }

    private static int[] rows(HostTable host, Set<HostKind> kinds) {
        return IntStream.range(0, host.size())
                .filter(row -> kinds.contains(host.kindOf(row)))
                .toArray();
    }

    private static List<ParquetColumn> gpuColumns() {
        return columns(
                words("trace"),
                words("kind"),
                words("name"),
                words("category"),
                whole("start_ns"),
                whole("duration_ns"),
                words("device"),
                words("stream"),
                whole("correlation"),
                whole("bytes"),
                words("grid"),
                words("block"),
                words("call"),
                words("operator"),
                words("module"),
                words("range"),
                words("phase"));
    }

    private static List<ParquetColumn> operatorColumns() {
        return columns(
                words("trace"),
                words("name"),
                whole("start_ns"),
                whole("duration_ns"),
                whole("self_ns"),
                whole("device_ns"),
                whole("device_total_ns"),
                words("process"),
                words("thread"),
                words("input_shapes"),
                words("input_types"),
                words("phase"));
    }

    private static List<ParquetColumn> rangeColumns() {
        return columns(
                words("trace"),
                words("name"),
                words("domain"),
                whole("start_ns"),
                whole("duration_ns"),
                whole("self_ns"),
                words("process"),
                words("thread"),
                whole("gpu_events"),
                whole("gpu_sum_ns"),
                whole("gpu_busy_ns"),
                whole("gpu_span_ns"),
                words("phase"));
    }

    private static List<ParquetColumn> callColumns() {
        return columns(
                words("trace"),
                words("name"),
                whole("start_ns"),
                whole("duration_ns"),
                words("process"),
                words("thread"),
                whole("correlation"),
                words("phase"));
    }

    @Override
    public void close() throws IOException {
        for (ParquetFile table : all()) {
            table.close();
        }
    }

    private void gpu(NestedTrace nested, int[] rows) throws IOException {
        GpuTable table = nested.trace().gpu();
        List<Lane> lanes = table.lane().values();
        List<LaunchShape> shapes = table.shape().values();
        gpu.rows(
                rows,
                Cells.all(nested.trace().source()),
                Cells.coded(table.kind()::get, EventTables::kind),
                text(table.name()),
                Cells.words(row -> category(nested, table.kindOf(row), row)),
                Cells.whole(table.startNanos()::get),
                Cells.whole(table.durationNanos()::get),
                Cells.coded(table.lane()::code, lane -> lanes.get(lane).device()),
                Cells.coded(table.lane()::code, lane -> lanes.get(lane).stream()),
                Cells.whole(table.correlation()::get),
                Cells.whole(table.bytes()::get),
                Cells.coded(table.shape()::code, shape -> grid(shapes.get(shape))),
                Cells.coded(table.shape()::code, shape -> block(shapes.get(shape))),
                Cells.words(row -> call(nested, row)),
                Cells.words(nested::operator),
                Cells.words(nested::module),
                Cells.words(nested::range),
                Cells.words(nested::phaseOfGpu));
    }

    private static String kind(int code) {
        return GpuKind.of(code).name().toLowerCase(Locale.ROOT);
    }

    private static String grid(LaunchShape shape) {
        return shape.known() ? shape.gridX() + "x" + shape.gridY() + "x" + shape.gridZ() : "";
    }

    private static String block(LaunchShape shape) {
        return shape.known() ? shape.blockX() + "x" + shape.blockY() + "x" + shape.blockZ() : "";
    }

    private static String call(NestedTrace nested, int row) {
        return nested.call(row).map(call -> nested.trace().host().name().get(call)).orElse("");
    }

    private static String category(NestedTrace nested, GpuKind kind, int row) {
        return switch (kind) {
            case KERNEL, GRAPH -> nested.category(row).label();
            case COPY, SET -> "copy";
        };
    }

    private void operators(NestedTrace nested, int[] rows) throws IOException {
        HostTable host = nested.trace().host();
        operators.rows(
                rows,
                Cells.all(nested.trace().source()),
                text(host.name()),
                Cells.whole(host.startNanos()::get),
                Cells.whole(host.durationNanos()::get),
                Cells.whole(nested::selfNanos),
                Cells.whole(nested::deviceNanos),
                Cells.whole(nested::deviceTotalNanos),
                process(host),
                thread(host),
                text(host.inputShapes()),
                text(host.inputTypes()),
                Cells.words(nested::phase));
    }

    private void ranges(NestedTrace nested, int[] rows) throws IOException {
        HostTable host = nested.trace().host();
        ranges.rows(
                rows,
                Cells.all(nested.trace().source()),
                text(host.name()),
                text(host.domain()),
                Cells.whole(host.startNanos()::get),
                Cells.whole(host.durationNanos()::get),
                Cells.whole(nested::selfNanos),
                process(host),
                thread(host),
                Cells.whole(row -> nested.projection(row).gpuEvents()),
                Cells.whole(row -> nested.projection(row).sumNanos()),
                Cells.whole(row -> nested.projection(row).busyNanos()),
                Cells.whole(row -> nested.projection(row).spanNanos()),
                Cells.words(nested::phase));
    }

    private void calls(NestedTrace nested, int[] rows) throws IOException {
        HostTable host = nested.trace().host();
        calls.rows(
                rows,
                Cells.all(nested.trace().source()),
                text(host.name()),
                Cells.whole(host.startNanos()::get),
                Cells.whole(host.durationNanos()::get),
                process(host),
                thread(host),
                Cells.whole(host.correlation()::get),
                Cells.words(nested::phase));
    }

    private static Cells text(TextColumn column) {
        return Cells.coded(column::code, column.symbols()::text);
    }

    private static Cells process(HostTable host) {
        List<HostThread> threads = host.thread().values();
        return Cells.coded(host.thread()::code, code -> threads.get(code).process());
    }

    private static Cells thread(HostTable host) {
        List<HostThread> threads = host.thread().values();
        return Cells.coded(host.thread()::code, code -> threads.get(code).thread());
    }

    private static List<ParquetColumn> columns(ParquetColumn... columns) {
        return List.of(columns);
    }
}
