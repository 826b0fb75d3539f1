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
/// it launches, `domain` an NVTX domain, or of a call the version nsys leaves at its name.
/// `arguments` are the values of a convolution's inputs, which alone say how large its output is,
/// and those of `c10d` operators, which say whom they talk to; those of others are left out.
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
        TextColumn domain,
        TextColumn arguments) {
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
        private final TextColumn.Builder arguments;
        private final int noText;

        /// All texts are codes of these symbols, which the caller may use for other tables too.
        public Builder(Symbols.Builder texts) {
            name = new TextColumn.Builder(texts);
            inputShapes = new TextColumn.Builder(texts);
            inputTypes = new TextColumn.Builder(texts);
            kernel = new TextColumn.Builder(texts);
            domain = new TextColumn.Builder(texts);
            arguments = new TextColumn.Builder(texts);
            noText = texts.intern("");
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
            texts(shapesCode, typesCode, kernelCode, domainCode, noText);
        }

        public void texts(
                int shapesCode, int typesCode, int kernelCode, int domainCode, int argumentsCode) {
            inputShapes.addCode(shapesCode);
            inputTypes.addCode(typesCode);
            kernel.addCode(kernelCode);
            domain.addCode(domainCode);
            arguments.addCode(argumentsCode);
        }

        /// Appends another table; `texts` are the numbers of its texts here. Gives the numbers that
        /// its threads have here.
        public int[] addAll(HostTable rows, int[] texts) {
            kind.addAll(rows.kind);
            startNanos.addAll(rows.startNanos);
            durationNanos.addAll(rows.durationNanos);
            name.addAll(rows.name, texts);
            correlation.addAll(rows.correlation);
            externalId.addAll(rows.externalId);
            inputShapes.addAll(rows.inputShapes, texts);
            inputTypes.addAll(rows.inputTypes, texts);
            kernel.addAll(rows.kernel, texts);
            arguments.addAll(rows.arguments, texts);
            domain.addAll(rows.domain, texts);
            return thread.addAll(rows.thread);
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
                    domain.build(texts),
                    arguments.build(texts));
        }
    }
}
