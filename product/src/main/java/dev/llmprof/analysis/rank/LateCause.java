package dev.llmprof.analysis.rank;

/// What kept a rank that came late.
public enum LateCause {
    COMPUTING("computing", "it computed longer than the first"),
    IDLE("idle", "nothing ran on it for longer than on the first"),
    WAITING("waiting", "it waited in another group, for a rank that is not known"),
    TRANSFERRING("transferring", "it spent longer in the communication of another group"),
    UNKNOWN("not known", "the recording does not show what it did before");

    private final String label;
    private final String meaning;

    LateCause(String label, String meaning) {
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
