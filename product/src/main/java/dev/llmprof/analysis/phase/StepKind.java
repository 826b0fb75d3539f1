package dev.llmprof.analysis.phase;

import java.util.Arrays;

/// What a step does for its requests.
public enum StepKind {
    PREFILL("prefill", "prefill"),
    DECODE("decode", "decode"),
    MIXED("mixed", "mixed"),
    VERIFY("verify", "decode"),
    DRAFT("draft", "decode"),
    IDLE("idle", "idle"),
    CAPTURE("capture", ""),
    UNKNOWN("step", "step");

    private final String label;
    private final String phase;

    StepKind(String label, String phase) {
        this.label = label;
        this.phase = phase;
    }

    public String label() {
        return label;
    }

    /// Checking and drafting tokens is speculative decode; a graph's capture serves no request.
    public String phase() {
        return phase;
    }

    static StepKind of(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no kind of step: " + label));
    }
}
