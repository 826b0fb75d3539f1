package dev.llmprof.analysis.workload;

import dev.llmprof.analysis.workload.Timings.State;
import dev.llmprof.trace.WorkloadResults;
import java.util.Map;
import java.util.Optional;

/// A workload's own results as the reports want them.
public final class WorkloadTimings {
    /// Fewer requests beside a recording are not enough to say how long one takes.
    public static final int ENOUGH = 3;

    private WorkloadTimings() {}

    public static Timings of(WorkloadResults results) {
        return new Timings(results.items().stream().map(WorkloadTimings::request).toList());
    }

    /// Whose times are shown: the recorded process's where enough requests ran beside the
    /// recording, else those of the pass without a profiler. A clock that did not wait for the
    /// device says less than the trace does.
    public static Optional<WorkloadResults> chosen(
            Optional<WorkloadResults> recorded, Optional<WorkloadResults> plain) {
        Optional<WorkloadResults> first = recorded.filter(WorkloadTimings::timed);
        return first.filter(results -> of(results).bareRequests() >= ENOUGH)
                .or(() -> plain.filter(WorkloadTimings::timed))
                .or(() -> first);
    }

    private static boolean timed(WorkloadResults results) {
        return results.waited() && !results.items().isEmpty();
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
                item.sequences(),
                state(item));
    }

    private static State state(WorkloadResults.Item item) {
        if (item.cold()) {
            return item.profiled() ? State.COLD_PROFILED : State.COLD;
        }
        return item.profiled() ? State.PROFILED : State.BARE;
    }
}
