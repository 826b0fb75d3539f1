package dev.llmprof.trace;

import dev.llmprof.table.CodedColumn;
import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;
import dev.llmprof.table.Symbols;
import dev.llmprof.table.TextColumn;

/// Operators, ranges and calls on the host, in the file's order, which breaks ties of time.
///
/// `correlation` links a call to its GPU events, `externalId` an operator. `inputShapes` and
/// `inputTypes` are the tool's own text, empty where it recorded none; `kernel` is what a call says
/// it launches, `domain` an NVTX domain.
public record HostTable(
        IntColumn kind,
        LongColumn startNanos,
        LongColumn durationNanos,
        TextColumn name,
        CodedColumn<HostThread> thread,
        LongColumn correlation,
        LongColumn externalId,
        TextColumn inputShapes,
        TextColumn inputTypes,
        TextColumn kernel,
        TextColumn domain) {
    public static final long NONE = -1;

    public int size() {
        return startNanos.size();
    }

    public long endNanos(int row) {
        return startNanos.get(row) + durationNanos.get(row);
    }

    public HostKind kindOf(int row) {
        return HostKind.of(kind.get(row));
    }

    /// Appends events one by one.
    public static final class Builder {
        private final IntColumn.Builder kind = new IntColumn.Builder();
        private final LongColumn.Builder startNanos = new LongColumn.Builder();
        private final LongColumn.Builder durationNanos = new LongColumn.Builder();
        private final TextColumn.Builder name;
        private final CodedColumn.Builder<HostThread> thread = new CodedColumn.Builder<>();
        private final LongColumn.Builder correlation = new LongColumn.Builder();
        private final LongColumn.Builder externalId = new LongColumn.Builder();
        private final TextColumn.Builder inputShapes;
        private final TextColumn.Builder inputTypes;
        private final TextColumn.Builder kernel;
        private final TextColumn.Builder domain;

        /// All texts are codes of these symbols, which the caller may use for other tables too.
        public Builder(Symbols.Builder texts) {
            name = new TextColumn.Builder(texts);
            inputShapes = new TextColumn.Builder(texts);
            inputTypes = new TextColumn.Builder(texts);
            kernel = new TextColumn.Builder(texts);
            domain = new TextColumn.Builder(texts);
        }

        public int threadCode(HostThread value) {
            return thread.code(value);
        }

        public void event(
                HostKind hostKind, long start, long duration, int nameCode, int threadCode) {
            kind.add(hostKind.code());
            startNanos.add(start);
            durationNanos.add(duration);
            name.addCode(nameCode);
            thread.addCode(threadCode);
        }

        /// The ids of the event just added; call once for each.
        public void ids(long correlationId, long external) {
            correlation.add(correlationId);
            externalId.add(external);
        }

        public void texts(int shapesCode, int typesCode, int kernelCode, int domainCode) {
            inputShapes.addCode(shapesCode);
            inputTypes.addCode(typesCode);
            kernel.addCode(kernelCode);
            domain.addCode(domainCode);
        }

        public int size() {
            return startNanos.size();
        }

        public HostTable build(Symbols texts) {
            return new HostTable(
                    kind.build(),
                    startNanos.build(),
                    durationNanos.build(),
                    name.build(texts),
                    thread.build(),
                    correlation.build(),
                    externalId.build(),
                    inputShapes.build(texts),
                    inputTypes.build(texts),
                    kernel.build(texts),
                    domain.build(texts));
        }
    }
}
