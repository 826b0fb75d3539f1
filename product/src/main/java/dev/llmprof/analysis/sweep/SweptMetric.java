package dev.llmprof.analysis.sweep;

/// A metric of jobs and which way of it is the good one, told by its name.
public record SweptMetric(String name, Wanted wanted) {
    /// Which way is better; of some metrics neither is.
    public enum Wanted {
        LESS,
        MORE,
        NEITHER
    }

    public static SweptMetric of(String name) {
        String last = name.substring(name.lastIndexOf('.') + 1);
        boolean more =
                last.endsWith("_per_second")
                        || last.equals("mfu")
                        || last.equals("mbu")
                        || last.equals("gpu_busy_share");
        boolean less = name.contains("_ns") || last.equals("errors") || last.equals("idle_share");
        return new SweptMetric(name, more ? Wanted.MORE : less ? Wanted.LESS : Wanted.NEITHER);
    }

    public boolean better(double one, double other) {
        return switch (wanted) {
            case LESS -> one < other;
            case MORE -> one > other;
            case NEITHER -> false;
        };
    }
}
