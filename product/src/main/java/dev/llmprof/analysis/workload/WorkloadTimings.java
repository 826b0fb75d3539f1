package dev.llmprof.analysis.workload;

import dev.llmprof.trace.WorkloadResults;
import java.util.Map;

/// A workload's own results as the reports want them.
public final class WorkloadTimings {

    private WorkloadTimings() {}

    public static Timings of(WorkloadResults results) {
        return new Timings(results.items().stream().map(WorkloadTimings::request).toList());
    }

    private static Timings.Request request(WorkloadResults.Item item) {
        return new Timings.Request(
                item.input(),
                item.prefillNanos(),
                item.visionNanos(),
                Map.of(
                        "sam", item.samNanos(),
                        "clip", item.clipNanos(),
                        "projector", item.projectorNanos()),
                item.decodeNanos(),
                item.promptTokens(),
                item.newTokens(),
                item.sequences());
    }
}
