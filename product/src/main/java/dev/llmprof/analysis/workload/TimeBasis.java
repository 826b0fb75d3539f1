package dev.llmprof.analysis.workload;

import java.util.Locale;

/// What a time rests on: where it was taken (`bare`, `torch`, `nsys`) and what it is of so many.
/// Every number that a report shows of a time has one.
public record TimeBasis(String source, String statistic, long count) {
    /// By the workload's own clock, with no profiler at work.
    public static final String BARE = "bare";

    /// By the workload's own clock while PyTorch's profiler recorded, or from its trace.
    public static final String TORCH = "torch";

    /// The median of so many of a kind, as `warm request`.
    public static TimeBasis median(String source, long count, String kind) {
        return new TimeBasis(
                source,
                count == 1
                        ? "one " + kind
                        : String.format(Locale.ROOT, "median of %,d %ss", count, kind),
                count);
    }

    public TimeBasis asMean() {
        return new TimeBasis(source, statistic.replace("median", "mean"), count);
    }

    /// The tool that made a capture, as a source.
    public static String ofTool(String tool) {
        return tool.equals("pytorch") ? TORCH : tool;
    }

    public boolean bare() {
        return source.equals(BARE);
    }

    public String words() {
        return source + ", " + statistic;
    }
}
