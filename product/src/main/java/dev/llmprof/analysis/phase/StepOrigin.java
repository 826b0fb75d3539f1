package dev.llmprof.analysis.phase;

/// By what the steps of a trace were found.
public enum StepOrigin {
    NAMES("names of ranges"),
    RANGES("ranges around a forward pass"),
    FRAMES("Python frames"),
    MODULES("calls of the model"),
    GRAPHS("CUDA graph launches"),
    NONE("nothing");

    private final String label;

    StepOrigin(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
