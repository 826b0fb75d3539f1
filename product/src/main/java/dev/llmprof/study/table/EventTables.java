package dev.llmprof.study.table;

import static dev.llmprof.table.parquet.ParquetColumn.whole;
import static dev.llmprof.table.parquet.ParquetColumn.words;

import dev.llmprof.analysis.breakdown.RangeBreakdown.Projection;
import dev.llmprof.analysis.nsys.NsysStats;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.report.table.FilledTable;
import dev.llmprof.report.table.NsysTables;
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
import java.util.List;
import java.util.Locale;

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
                    "One row for every NVTX range and annotation, with the GPU work launched inside.",
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
        for (int row = 0; row < trace.gpu().size(); row++) {
            gpu(nested, row);
        }
        for (int row = 0; row < trace.host().size(); row++) {
            HostKind kind = trace.host().kindOf(row);
            switch (kind) {
                case OPERATOR -> operator(nested, row);
                case RANGE, FREE_RANGE -> range(nested, row);
                case RUNTIME_CALL, DRIVER_CALL -> call(nested, row);
                case MODULE, GRAPH_NODE -> {}
            }
        }
        if (trace.tool().equals("nsys")) {
            nsys.add(NsysStats.of(trace));
        }
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

    private void gpu(NestedTrace nested, int row) throws IOException {
        GpuTable table = nested.trace().gpu();
        Lane lane = table.lane().get(row);
        LaunchShape shape = table.shape().get(row);
        GpuKind kind = table.kindOf(row);
        gpu.row(
                nested.trace().source(),
                kind.name().toLowerCase(Locale.ROOT),
                table.name().get(row),
                kind == GpuKind.KERNEL ? nested.category(row).label() : "copy",
                table.startNanos().get(row),
                table.durationNanos().get(row),
                lane.device(),
                lane.stream(),
                table.correlation().get(row),
                table.bytes().get(row),
                shape.known() ? shape.gridX() + "x" + shape.gridY() + "x" + shape.gridZ() : "",
                shape.known() ? shape.blockX() + "x" + shape.blockY() + "x" + shape.blockZ() : "",
                nested.call(row).map(call -> nested.trace().host().name().get(call)).orElse(""),
                nested.operator(row),
                nested.module(row),
                nested.range(row),
                nested.phaseOfGpu(row));
    }

    private void operator(NestedTrace nested, int row) throws IOException {
        HostTable host = nested.trace().host();
        HostThread thread = host.thread().get(row);
        operators.row(
                nested.trace().source(),
                host.name().get(row),
                host.startNanos().get(row),
                host.durationNanos().get(row),
                nested.selfNanos(row),
                nested.deviceNanos(row),
                nested.deviceTotalNanos(row),
                thread.process(),
                thread.thread(),
                host.inputShapes().get(row),
                host.inputTypes().get(row),
                nested.phase(row));
    }

    private void range(NestedTrace nested, int row) throws IOException {
        HostTable host = nested.trace().host();
        HostThread thread = host.thread().get(row);
        Projection projection = nested.projection(row);
        ranges.row(
                nested.trace().source(),
                host.name().get(row),
                host.domain().get(row),
                host.startNanos().get(row),
                host.durationNanos().get(row),
                nested.selfNanos(row),
                thread.process(),
                thread.thread(),
                projection.gpuEvents(),
                projection.sumNanos(),
                projection.busyNanos(),
                projection.spanNanos(),
                nested.phase(row));
    }

    private void call(NestedTrace nested, int row) throws IOException {
        HostTable host = nested.trace().host();
        HostThread thread = host.thread().get(row);
        calls.row(
                nested.trace().source(),
                host.name().get(row),
                host.startNanos().get(row),
                host.durationNanos().get(row),
                thread.process(),
                thread.thread(),
                host.correlation().get(row),
                nested.phase(row));
    }

    private static List<ParquetColumn> columns(ParquetColumn... columns) {
        return List.of(columns);
    }
}
