package dev.llmprof.trace.kineto;

import dev.llmprof.trace.AllocationTable;
import java.util.SortedMap;
import java.util.TreeMap;

/// The events of a trace or of a piece of it, each put where its phase belongs.
final class KinetoEvents {
    private final KinetoTables tables = new KinetoTables();
    private final KinetoAllocations allocations = new KinetoAllocations(tables.bytes());
    private final long[] phases = new long[128];
    private final SortedMap<String, Long> oddPhases = new TreeMap<>();
    private long count;

    void take(KinetoEvent event) {
        count++;
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
        } else if (phase == 'M') {
            tables.metadata(event);
        } else {
            tables.half(event, phase);
        }
    }

    /// Adds the events that follow, if they can be added as if they had been read here.
    boolean add(KinetoEvents later) {
        if (!tables.hasRoomFor(later.tables)) {
            return false;
        }
        tables.addAll(later.tables);
        allocations.addAll(later.allocations.build());
        for (int phase = 0; phase < phases.length; phase++) {
            phases[phase] += later.phases[phase];
        }
        later.oddPhases.forEach((phase, events) -> oddPhases.merge(phase, events, Long::sum));
        count += later.count;
        return true;
    }

    long count() {
        return count;
    }

    KinetoTables tables() {
        return tables;
    }

    AllocationTable allocations() {
        return allocations.build();
    }

    SortedMap<String, Long> byPhase() {
        SortedMap<String, Long> byPhase = new TreeMap<>(oddPhases);
        for (int phase = 0; phase < phases.length; phase++) {
            if (phases[phase] > 0) {
                byPhase.put(Character.toString(phase), phases[phase]);
            }
        }
        return byPhase;
    }
}
