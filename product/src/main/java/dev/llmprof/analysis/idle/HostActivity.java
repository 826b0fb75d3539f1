package dev.llmprof.analysis.idle;

/// What the launching thread did while a GPU waited for it; the first that fits counts.
public enum HostActivity {
    SYNCHRONISATION(0, "synchronisation"),
    ALLOCATION(1, "memory allocation"),
    CALL(2, "other calls"),
    GARBAGE_COLLECTION(3, "garbage collection"),
    DATA_LOADING(4, "data loading"),
    OPERATOR(5, "operators"),
    PYTHON(6, "Python"),
    /// From the launching call's start until the work began.
    LAUNCH(7, "the launch itself"),
    NOTHING(8, "nothing recorded");

    private final int level;
    private final String label;

    HostActivity(int level, String label) {
        this.level = level;
        this.label = label;
    }

    /// What fits first has the least.
    int level() {
        return level;
    }

    public String label() {
        return label;
    }
}
