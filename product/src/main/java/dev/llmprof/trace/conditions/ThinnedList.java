package dev.llmprof.trace.conditions;

import java.util.ArrayList;
import java.util.List;

/// Keeps at most so many of what comes, evenly: when it is full every second goes, and of what
/// comes then only every second is taken.
final class ThinnedList<T> {
    private final int most;
    private final List<T> kept = new ArrayList<>();
    private long stride = 1;
    private long seen;

    ThinnedList(int most) {
        this.most = most;
    }

    void add(T one) {
        if (seen++ % stride != 0) {
            return;
        }
        if (kept.size() == most) {
            List<T> half = new ArrayList<>();
            for (int at = 0; at < kept.size(); at += 2) {
                half.add(kept.get(at));
            }
            kept.clear();
            kept.addAll(half);
            stride *= 2;
        }
        kept.add(one);
    }

    List<T> kept() {
        return List.copyOf(kept);
    }
}
