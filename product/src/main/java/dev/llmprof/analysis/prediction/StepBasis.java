package dev.llmprof.analysis.prediction;

/// What a step's bound rests on, the surest first.
public enum StepBasis {
    SUMS("exact", "the sums in its name: exact"),
    SHAPES("shapes", "the shapes of its attention: exact"),
    LENGTHS("average lengths", "batch and tokens of its name, every sequence taken as the average"),
    GIVEN("given length", "its batch, and the length given with --prompt"),
    NO_KEYS("no KV length", "its batch alone: reading the KV cache is not in it");

    private final String label;
    private final String sentence;

    StepBasis(String label, String sentence) {
        this.label = label;
        this.sentence = sentence;
    }

    public String label() {
        return label;
    }

    public String sentence() {
        return sentence;
    }

    /// Two parts of a step are known as well as the lesser one.
    StepBasis and(StepBasis other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
