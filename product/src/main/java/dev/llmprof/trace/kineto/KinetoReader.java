package dev.llmprof.trace.kineto;

import dev.llmprof.problem.Problem;
import dev.llmprof.table.Symbols;
import dev.llmprof.trace.Device;
import dev.llmprof.trace.Reading;
import dev.llmprof.trace.SumLimit;
import dev.llmprof.trace.Trace;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// Reads a trace of the PyTorch profiler, or of another that writes Chrome's JSON: an object with
/// `traceEvents` or a bare array of events, in one pass and in memory that does not grow with the
/// text.
///
/// What is whole is kept; what is not is counted in the [Reading] and said in its remarks.
public final class KinetoReader {
    private final String source;
    private final JsonWindow json;
    private final Optional<KinetoPieces> pieces;
    private final KinetoEvent event;
    private final KinetoEvents events = new KinetoEvents();
    private final KinetoTables tables = events.tables();
    private final KinetoHeader header = new KinetoHeader();
    private long broken;
    private boolean found;
    private boolean bare;
    private boolean closed;
    private long documentBytes;
    private long restBytes;

    private KinetoReader(String source, InputStream in, Optional<KinetoPieces> pieces) {
        this.source = source;
        this.pieces = pieces;
        this.json = new JsonWindow(in);
        this.event = new KinetoEvent(json);
    }

    /// Reads plain JSON text; `source` is what messages call it.
    public static Trace read(String source, InputStream in) {
        return read(source, in, Optional.empty());
    }

    /// Reads plain JSON text, the pieces of its events by several threads.
    static Trace read(String source, InputStream in, Optional<KinetoPieces> pieces) {
        KinetoReader reader = new KinetoReader(source, in, pieces);
        reader.everything();
        return reader.trace();
    }

    private void everything() {
        try {
            skipByteOrderMark();
            int first = json.peek();
            if (first == '{') {
                json.next();
                object();
            } else if (first == '[') {
                bare = true;
                json.next();
                events();
                closed = true;
            }
        } catch (JsonBroken damaged) {
            broken++;
            afterDamage();
        }
        documentBytes = json.position();
        restBytes = json.drain();
        if (!found && !json.failure().isEmpty()) {
            throw KinetoFiles.unreadable(source, KinetoRemarks.damage(json.failure()));
        }
        if (!found) {
            throw new Problem("no trace events in it", source, "give a PyTorch profiler trace")
                    .found();
        }
    }

    private void skipByteOrderMark() throws JsonBroken {
        if (json.peek() == 0xEF) {
            json.next();
            json.next();
            json.next();
        }
    }

    private void object() throws JsonBroken {
        while (true) {
            json.mark();
            int next = json.peek();
            if (next == '}') {
                json.next();
                closed = found;
                return;
            }
            if (next == ',') {
                json.next();
                continue;
            }
            if (next == JsonWindow.END) {
                return;
            }
            if (next != '"') {
                throw JsonBroken.here();
            }
            field();
        }
    }

    private void field() throws JsonBroken {
        json.string();
        String key = text();
        json.expect(':');
        int first = json.peek();
        json.mark();
        if (key.equals("traceEvents") && first == '[') {
            json.next();
            events();
            return;
        }
        json.value();
        if (json.textTo() - json.textFrom() <= KinetoHeader.LONGEST_BYTES) {
            header.field(key, text());
        }
    }

    private String text() {
        int from = json.place(json.textFrom());
        int length = json.textTo() - json.textFrom();
        return new String(json.bytes(), from, length, StandardCharsets.UTF_8);
    }

    /// Reads events up to the closing bracket, or to the end of a text that breaks off between
    /// them.
    private void events() throws JsonBroken {
        if (!found && pieces.isPresent() && json.peek() == '{') {
            json.skipTo(pieces.get().readInto(events, json.position()));
        }
        found = true;
        while (true) {
            json.mark();
            switch (json.peek()) {
                case ']' -> {
                    json.next();
                    afterArray();
                    return;
                }
                case JsonWindow.END -> {
                    return;
                }
                case '{' -> {
                    json.mark();
                    event.read();
                    events.take(event);
                    afterElement();
                }
                default -> {
                    json.value();
                    broken++;
                    afterElement();
                }
            }
        }
    }

    private void afterElement() throws JsonBroken {
        int next = json.peek();
        if (next == ',') {
            json.next();
        } else if (next != ']' && next != JsonWindow.END) {
            throw JsonBroken.here();
        }
    }

    /// A bracket that nothing fitting follows was one inside an event.
    private void afterArray() throws JsonBroken {
        int next = json.peek();
        if (!bare && next != ',' && next != '}' && next != JsonWindow.END) {
            throw JsonBroken.here();
        }
    }

    /// Goes on at the next event that is whole; an object there counts as an event only if it says
    /// its phase.
    private void afterDamage() {
        json.rewind();
        while (json.resynchronise()) {
            found = true;
            try {
                event.read();
                if (!event.has(KinetoKeys.PHASE)) {
                    broken++;
                    continue;
                }
                events.take(event);
                afterElement();
                events();
                if (!bare) {
                    object();
                }
                return;
            } catch (JsonBroken again) {
                broken++;
                json.rewind();
            }
        }
    }

    private Trace trace() {
        KinetoTables.Built built = tables.build();
        List<Device> devices = new ArrayList<>(header.devices());
        if (devices.isEmpty()) {
            built.foreign()
                    .devices()
                    .keySet()
                    .forEach(id -> devices.add(built.foreign().device(id)));
        }
        return new Trace(
                source,
                tables.categories().pytorch() || tables.foreign().size() == 0
                        ? "pytorch"
                        : "chrome",
                built.gpu(),
                built.host(),
                built.frames(),
                built.gpuRanges(),
                events.allocations(),
                built.collectives(),
                devices,
                header.rank(),
                header.facts(),
                reading(built.foreign()));
    }

    private Reading reading(ForeignRows.Placed foreign) {
        SortedMap<String, Long> byPhase = events.byPhase();
        return new Reading(
                json.position(),
                events.count(),
                byPhase,
                tables.categories().counts(),
                tables.negativeDurations(),
                tables.missingDurations(),
                broken + tables.timeless(),
                closed && json.failure().isEmpty(),
                tables.categories().overheadNanos(),
                remarks(foreign, byPhase));
    }

    private List<String> remarks(ForeignRows.Placed foreign, SortedMap<String, Long> byPhase) {
        KinetoRemarks remarks = new KinetoRemarks();
        remarks.damaged(json.failure());
        remarks.add(!closed, "the text breaks off at byte %d", documentBytes);
        remarks.add(
                broken > 0, "%d parts could not be read, %d events could", broken, events.count());
        remarks.add(
                restBytes > 0,
                "%,d bytes follow behind the end of the trace, at byte %,d: only the first JSON"
                        + " document was read",
                restBytes,
                documentBytes);
        remarks.add(
                tables.timeless() > 0,
                "%d events have no time and were left out",
                tables.timeless());
        remarks.add(
                tables.oddDurations() > 0,
                "%,d events have a duration that is not a number, such as NaN; they count as"
                        + " events of length 0",
                tables.oddDurations());
        remarks.add(
                tables.endlessDurations() > 0, "%s", SumLimit.endless(tables.endlessDurations()));
        long odd = tables.bytes().beyond();
        remarks.add(odd > 0, "%s", SumLimit.endlessBytes(odd));
        remarks.add(tables.otherTexts() > 0, "%s", Symbols.remark(tables.otherTexts()));
        remarks.foreign(tables.foreign(), foreign, tables.categories().foreign());
        remarks.leftOut(byPhase, tables.categories().pytorch() || tables.foreign().size() == 0);
        remarks.counters(tables.categories().count(KinetoCategories.Fate.COUNTERS));
        return remarks.all();
    }
}
