package dev.llmprof.compare.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The leaves of a tree by where they stand; texts are shared words.
final class LeafTable {
    private final SharedWords words;
    private final Map<Key, Integer> numbers = new LinkedHashMap<>();
    private final List<Key> keys = new ArrayList<>();
    private final List<LeafSums> sums = new ArrayList<>();
    private final Map<WorkPlace, WorkPlace> places = new HashMap<>();

    LeafTable(SharedWords words) {
        this.words = words;
    }

    /// A node over leaves: an operator with its shapes, or a block of several.
    record Parent(WorkPlace place, int label) {}

    private record Key(Parent parent, int name) {}

    int leaf(Parent parent, int name, boolean idle) {
        return numbers.computeIfAbsent(
                new Key(parent, name),
                fresh -> {
                    keys.add(fresh);
                    sums.add(new LeafSums(idle));
                    return sums.size() - 1;
                });
    }

    Parent parent(WorkPlace place, int label) {
        return new Parent(places.computeIfAbsent(place, same -> same), label);
    }

    int size() {
        return sums.size();
    }

    LeafSums sums(int leaf) {
        return sums.get(leaf);
    }

    /// The kind of steps it belongs to; empty outside of them.
    String kind(int leaf) {
        return keys.get(leaf).parent.place.stepKind();
    }

    List<String> path(int leaf) {
        Key key = keys.get(leaf);
        WorkPlace place = key.parent.place;
        return List.of(
                place.phaseName(),
                place.kindName(),
                place.moduleName(),
                words.word(key.parent.label),
                words.word(key.name));
    }
}
