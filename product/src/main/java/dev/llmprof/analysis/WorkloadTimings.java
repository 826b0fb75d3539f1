package dev.llmprof.analysis;

import dev.llmprof.trace.WorkloadResults;

/// A workload's own results as the reports want them.
public final class WorkloadTimings {

    private WorkloadTimings() {}

    public static Timings of(WorkloadResults results) {
        return new Timings(
                results.items().stream()
                        .map(item ->
                                new Timings.Request(
                                        item.input(),
                                        item.prefillNanos(),
                                        item.visionNanos(),
                                        item.decodeNanos(),
                                        item.promptTokens(),
                                        item.newTokens()))
                        .toList());
    }
}
