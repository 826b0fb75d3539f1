package dev.llmprof.run.stage;

import java.util.Set;

/// Which keys of a resumed run are others than before: those of the window that is recorded, below
/// `capture`; the stages that have a key of their own changed, also if they were only switched on
/// or off; and the stages, of those before this one in the list, that are done again.
public record ChangedKeys(Set<String> window, Set<String> stages, Set<String> again) {
    private static final String BARE = "bare";

    public ChangedKeys {
        window = Set.copyOf(window);
        stages = Set.copyOf(stages);
        again = Set.copyOf(again);
    }

    /// Whether requests are timed without a profiler.
    boolean bare() {
        return window.contains(BARE);
    }

    /// When the recording begins and ends.
    boolean recording() {
        return window.stream().anyMatch(key -> !key.equals(BARE));
    }
}
