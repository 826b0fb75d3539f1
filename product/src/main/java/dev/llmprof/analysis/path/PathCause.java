package dev.llmprof.analysis.path;

/// What a piece of the critical path is.
public enum PathCause {
    KERNEL("kernels", "computing kernels"),
    COMMUNICATION("communication", "communication kernels"),
    COPY("copies", "memory copies and fills"),
    GAP(
            "queued on the GPU",
            "work was launched and waited: for other work, for its turn, or for what was not"
                    + " recorded"),
    LAUNCH("launch latency", "from a launch call's end to the start of its work on an idle stream"),
    UNRECORDED(
            "launch not recorded",
            "the GPU was idle before work whose launch is not in the capture"),
    SYNCHRONISATION("synchronisation", "the GPU was done and the host had not gone on yet"),
    OPERATOR("operators", "the host in operators, outside of calls"),
    CALL("runtime calls", "the host in calls that did not wait for the GPU"),
    HOST("other host time", "the host outside of operators and calls: Python and the like");

    private final String label;
    private final String meaning;

    PathCause(String label, String meaning) {
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
