package dev.llmprof.trace;

import dev.llmprof.table.CodedColumn;
import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;
import dev.llmprof.table.Symbols;
import dev.llmprof.table.TextColumn;

/// Kernels, memory copies and fills on GPUs, in the file's order, which breaks ties of time.
///
/// `correlation` is the launch's, `externalId` the operator's as the tool says, `graph` and
/// `graphNode` those of a replayed graph. `bytes` is 0 where not said.
public record GpuTable(
        IntColumn kind,
        LongColumn startNanos,
        LongColumn durationNanos,
        TextColumn name,
        CodedColumn<Lane> lane,
        LongColumn correlation,
        LongColumn externalId,
        LongColumn bytes,
        CodedColumn<LaunchShape> shape,
        LongColumn graph,
        LongColumn graphNode) {
    public static final long NONE = -1;

    public int size() {
        return startNanos.size();
    }

    public long endNanos(int row) {
        return startNanos.get(row) + durationNanos.get(row);
    }

    public GpuKind kindOf(int row) {
        return GpuKind.of(kind.get(row));
    }

    /// Appends events one by one.
    public static final class Builder {
        private final IntColumn.Builder kind = new IntColumn.Builder();
        private final LongColumn.Builder startNanos = new LongColumn.Builder();
        private final LongColumn.Builder durationNanos = new LongColumn.Builder();
        private final TextColumn.Builder name;
        private final CodedColumn.Builder<Lane> lane = new CodedColumn.Builder<>();
        private final LongColumn.Builder correlation = new LongColumn.Builder();
        private final LongColumn.Builder externalId = new LongColumn.Builder();
        private final LongColumn.Builder bytes = new LongColumn.Builder();
        private final CodedColumn.Builder<LaunchShape> shape = new CodedColumn.Builder<>();
        private final LongColumn.Builder graph = new LongColumn.Builder();
        private final LongColumn.Builder graphNode = new LongColumn.Builder();

        /// Names are codes of these symbols, which the caller may use for other tables too.
        public Builder(Symbols.Builder names) {
            name = new TextColumn.Builder(names);
        }

        public int laneCode(Lane value) {
            return lane.code(value);
        }

        public int shapeCode(LaunchShape value) {
            return shape.code(value);
        }

        public void event(GpuKind gpuKind, long start, long duration, int nameCode, int laneCode) {
            kind.add(gpuKind.code());
            startNanos.add(start);
            durationNanos.add(duration);
            name.addCode(nameCode);
            lane.addCode(laneCode);
        }

        /// The ids and facts of the event just added; call once for each.
        public void ids(long correlationId, long external, long graphId, long graphNodeId) {
            correlation.add(correlationId);
            externalId.add(external);
            graph.add(graphId);
            graphNode.add(graphNodeId);
        }

        public void facts(long byteCount, int shapeCode) {
            bytes.add(byteCount);
            shape.addCode(shapeCode);
        }

        /// Appends another table; `names` are the numbers of its names here.
        public void addAll(GpuTable rows, int[] names) {
            kind.addAll(rows.kind);
            startNanos.addAll(rows.startNanos);
            durationNanos.addAll(rows.durationNanos);
            name.addAll(rows.name, names);
            lane.addAll(rows.lane);
            correlation.addAll(rows.correlation);
            externalId.addAll(rows.externalId);
            bytes.addAll(rows.bytes);
            shape.addAll(rows.shape);
            graph.addAll(rows.graph);
            graphNode.addAll(rows.graphNode);
        }

        public int size() {
            return startNanos.size();
        }

        public GpuTable build(Symbols names) {
            return new GpuTable(
                    kind.build(),
                    startNanos.build(),
                    durationNanos.build(),
                    name.build(names),
                    lane.build(),
                    correlation.build(),
                    externalId.build(),
                    bytes.build(),
                    shape.build(),
                    graph.build(),
                    graphNode.build());
        }
    }
}
