package dev.llmprof.analysis.phase;

import java.util.List;

/// What a process of a server does for requests: all of it, or one phase while another process does
/// the other.
public enum WorkerRole {
    WHOLE("", ""),
    PREFILL(
            "prefill worker",
            "A prefill worker of a disaggregated server: it fills KV caches and sends them, and"
                    + " another process decodes."),
    DECODE(
            "decode worker",
            "A decode worker of a disaggregated server: it gets filled KV caches and decodes, and"
                    + " another process does prefill.");

    private static final String PREBUILT = "step[PREBUILT";

    private final String label;
    private final String sentence;

    WorkerRole(String label, String sentence) {
        this.label = label;
        this.sentence = sentence;
    }

    /// Empty for one that does all.
    public String label() {
        return label;
    }

    public String sentence() {
        return sentence;
    }

    /// By what moves KV caches, and by which phase its steps never have.
    public static WorkerRole of(List<TimedStep> steps, List<StepPart> parts) {
        boolean sends =
                parts.stream().anyMatch(part -> part.scope().part().equals(StepScope.SENDS));
        boolean receives =
                parts.stream().anyMatch(part -> part.scope().part().equals(StepScope.RECEIVES))
                        || steps.stream().anyMatch(step -> step.name().startsWith(PREBUILT));
        if (receives && has(steps, "decode") && !has(steps, "prefill")) {
            return DECODE;
        }
        return sends && has(steps, "prefill") && !has(steps, "decode") ? PREFILL : WHOLE;
    }

    private static boolean has(List<TimedStep> steps, String phase) {
        return steps.stream()
                .map(step -> step.facts().kind())
                .anyMatch(kind -> kind.phase().equals(phase) || kind == StepKind.MIXED);
    }
}
