package dev.llmprof.compare.tree;

import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.table.Symbols;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.GZIPInputStream;

/// A trace whose GPU did something else than it did: the events in the order of their starts, to be
/// changed and put back. Host and launches stay.
final class TraceMutation {
    private final Trace trace;
    private final List<Event> events = new ArrayList<>();

    /// What is left as it was comes from `row`.
    record Event(int row, String name, long startNanos, long nanos) {
        Event named(String other) {
            return new Event(row, other, startNanos, nanos);
        }

        Event at(long otherStart, long otherNanos) {
            return new Event(row, name, otherStart, otherNanos);
        }
    }

    TraceMutation(Trace trace) {
        this.trace = trace;
        GpuTable gpu = trace.gpu();
        for (int row = 0; row < gpu.size(); row++) {
            events.add(
                    new Event(
                            row,
                            gpu.name().get(row),
                            gpu.startNanos().get(row),
                            gpu.durationNanos().get(row)));
        }
        events.sort(Comparator.comparingLong(Event::startNanos));
    }

    static Trace read(byte[] json) throws IOException {
        try (InputStream in = new ByteArrayInputStream(json)) {
            return KinetoReader.read("trace.json", in);
        }
    }

    static Trace read(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return KinetoReader.read(file.toString(), in);
        }
    }

    List<Event> events() {
        return events;
    }

    TimeStrip strip() {
        return TimeStrip.of(NestedTrace.of(changed()));
    }

    private Trace changed() {
        var names = new Symbols.Builder();
        var table = new GpuTable.Builder(names);
        GpuTable gpu = trace.gpu();
        for (Event event : events) {
            int row = event.row;
            table.event(
                    gpu.kindOf(row),
                    event.startNanos,
                    event.nanos,
                    names.intern(event.name),
                    table.laneCode(gpu.lane().get(row)));
            table.ids(
                    gpu.correlation().get(row),
                    gpu.externalId().get(row),
                    gpu.graph().get(row),
                    gpu.graphNode().get(row));
            table.facts(gpu.bytes().get(row), table.shapeCode(gpu.shape().get(row)));
        }
        return new Trace(
                trace.source(),
                trace.tool(),
                table.build(names.build()),
                trace.host(),
                trace.frames(),
                trace.gpuRanges(),
                trace.allocations(),
                trace.collectives(),
                trace.devices(),
                trace.rank(),
                trace.facts(),
                trace.reading());
    }
}
