package dev.llmprof.analysis.rank;

/// What kept a rank that came late.
public enum LateCause {
    /// It computed longer than the first.
    COMPUTING("computing"),
    /// Nothing ran on it for longer than on the first.
    IDLE("idle"),
    /// It waited in another group, for a rank that is not known.
    WAITING("waiting"),
    /// It spent longer in the communication of another group.
    TRANSFERRING("transferring"),
    /// The recording does not show what it did before.
    UNKNOWN("not known");

    private final String label;

    LateCause(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
