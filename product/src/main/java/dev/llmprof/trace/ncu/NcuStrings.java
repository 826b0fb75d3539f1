package dev.llmprof.trace.ncu;

import dev.llmprof.trace.Broken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The names that all results of a report share: the tables of its blocks, one after the other.
final class NcuStrings {
    private final List<String> strings = new ArrayList<>();
    private final Map<String, String> namedUnits = new HashMap<>();

    void add(List<String> more) {
        strings.addAll(more);
    }

    /// The units that names have told, kept for the next launch.
    Map<String, String> namedUnits() {
        return namedUnits;
    }

    String get(long id) {
        if (id < 0 || id >= strings.size()) {
            throw new Broken("string " + id + " of " + strings.size());
        }
        return strings.get((int) id);
    }
}
