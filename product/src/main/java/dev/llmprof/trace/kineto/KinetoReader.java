package dev.llmprof.trace.kineto;

import dev.llmprof.problem.Problem;
import dev.llmprof.trace.Reading;
import dev.llmprof.trace.Trace;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads a trace of the PyTorch profiler, or of another that writes Chrome's JSON: an object with
/// `traceEvents` or a bare array of events, in one pass and in memory that does not grow with the
/// text.
///
/// What is whole is kept; what is not is counted in the [Reading] and said in its remarks.
public final class KinetoReader {
    private final String source;
    private final JsonWindow json;
    private final KinetoEvent event;
    private final KinetoHeader header = new KinetoHeader();
    private final KinetoTables tables = new KinetoTables();
    private final KinetoAllocations allocations = new KinetoAllocations();
    private final long[] phases = new long[128];
    private final SortedMap<String, Long> oddPhases = new TreeMap<>();
    private long events;
    private long broken;
    private boolean found;
    private boolean bare;
    private boolean closed;

    private KinetoReader(String source, InputStream in) {
        this.source = source;
        this.json = new JsonWindow(in);
        this.event = new KinetoEvent(json);
    }

    /// Reads plain JSON text; `source` is what messages call it.
    public static Trace read(String source, InputStream in) {
        KinetoReader reader = new KinetoReader(source, in);
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
                    take();
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
                take();
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

    private void take() {
        events++;
        if (!event.has(KinetoKeys.PHASE)) {
            return;
        }
        int length = event.to(KinetoKeys.PHASE) - event.from(KinetoKeys.PHASE);
        byte phase = length == 1 ? event.bytes()[event.from(KinetoKeys.PHASE)] : 0;
        if (phase <= 0) {
            oddPhases.merge(event.text(KinetoKeys.PHASE), 1L, Long::sum);
            return;
        }
        phases[phase]++;
        if (phase == 'X') {
            tables.complete(event);
        } else if (phase == 'i' || phase == 'I') {
            allocations.instant(event);
        }
    }

    private Trace trace() {
        KinetoTables.Built built = tables.build();
        return new Trace(
                source,
                "pytorch",
                built.gpu(),
                built.host(),
                built.gpuRanges(),
                allocations.build(),
                header.devices(),
                header.rank(),
                header.facts(),
                reading());
    }

    private Reading reading() {
        SortedMap<String, Long> byPhase = new TreeMap<>(oddPhases);
        for (int phase = 0; phase < phases.length; phase++) {
            if (phases[phase] > 0) {
                byPhase.put(Character.toString(phase), phases[phase]);
            }
        }
        return new Reading(
                json.position(),
                events,
                byPhase,
                tables.categories().counts(),
                tables.negativeDurations(),
                tables.missingDurations(),
                broken + tables.timeless(),
                remarks());
    }

    private List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (!json.failure().isEmpty()) {
            remarks.add("the file is damaged: " + json.failure());
        }
        if (!closed) {
            remarks.add("the text breaks off at byte " + json.position());
        }
        if (broken > 0) {
            remarks.add(broken + " parts could not be read, " + events + " events could");
        }
        if (tables.timeless() > 0) {
            remarks.add(tables.timeless() + " events have no time and were left out");
        }
        return remarks;
    }
}
