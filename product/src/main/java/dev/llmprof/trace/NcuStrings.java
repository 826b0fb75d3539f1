package dev.llmprof.trace;

import java.util.ArrayList;
import java.util.List;

/// The names that all results of a report share: the tables of its blocks, one after the other.
final class NcuStrings {
    private final List<String> strings = new ArrayList<>();

    void add(List<String> more) {
        strings.addAll(more);
    }

    String get(long id) {
        if (id < 0 || id >= strings.size()) {
            throw new Broken("string " + id + " of " + strings.size());
        }
        return strings.get((int) id);
    }
}
