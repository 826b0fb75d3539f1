package dev.llmprof.analysis.idle;

/// Why a GPU was idle before the work that came next.
public enum IdleCause {
    /// Nothing was queued: the launch of what came next began after the last work had ended.
    HOST_WAIT("host wait", "nothing was queued, the next launch came late"),
    /// The next work of the stream was queued, and began less than [#LAUNCH_BELOW_NANOS] later.
    LAUNCH_GAP("between kernels", "under 30 µs between queued work of one stream"),
    /// The nodes of one replay.
    GRAPH_GAP("between graph nodes", "within one replay of a CUDA graph"),
    /// The next work was queued on another stream than the last ran on.
    STREAM_SWITCH("between streams", "the next work was queued on another stream"),
    /// Queued on the same stream, and not begun for longer than a launch takes.
    QUEUED("queued, not begun", "work was queued; what it waited for was not recorded"),
    /// The call that launched the next work is not in the recording.
    UNKNOWN("launch not recorded", "the call of the next work is not in the recording");

    /// Shorter gaps are the launch machinery's.
    static final long LAUNCH_BELOW_NANOS = 30_000;

    private final String label;
    private final String meaning;

    IdleCause(String label, String meaning) {
        this.label = label;
        this.meaning = meaning;
    }

    public String label() {
        return label;
    }

    public String meaning() {
        return meaning;
    }
}
