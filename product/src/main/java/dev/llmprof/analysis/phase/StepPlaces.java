package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.phase.FoundSteps.Seed;
import dev.llmprof.trace.HostTable;

/// Which step each event belongs to, by its launch: the steps that were found, else the iterations
/// that a profiler or a loop counts.
public final class StepPlaces {
    public static final int NONE = FoundSteps.NONE;
    private static final String ITERATION = "iteration";

    private final HostTable host;
    private final FoundSteps steps;
    private final boolean counted;

    private StepPlaces(HostTable host, FoundSteps steps, boolean counted) {
        this.host = host;
        this.steps = steps;
        this.counted = counted;
    }

    public static StepPlaces of(NestedTrace nested) {
        HostTable host = nested.tree().host();
        if (!nested.steps().seeds().isEmpty()) {
            return new StepPlaces(host, nested.steps(), false);
        }
        FoundSteps iterations =
                NamedSteps.iterations(nested.tree()).orElseGet(() -> FoundSteps.none(host.size()));
        return new StepPlaces(host, iterations, true);
    }

    /// Of all steps, by thread and time.
    public int size() {
        return steps.seeds().size();
    }

    /// Autograd's thread works for the iteration of another thread: the time decides then.
    public int ofHost(int hostRow) {
        int step = steps.stepOf(hostRow);
        return step == NONE && counted ? during(host.startNanos().get(hostRow)) : step;
    }

    private int during(long nanos) {
        int low = 0;
        int high = steps.seeds().size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Seed seed = steps.seeds().get(middle);
            if (seed.endNanos() <= nanos) {
                low = middle + 1;
            } else if (seed.startNanos() > nanos) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return NONE;
    }

    public int ofGpu(Links links, int gpuRow) {
        int from = links.call(gpuRow) == Links.NONE ? links.operator(gpuRow) : links.call(gpuRow);
        return from == Links.NONE ? NONE : ofHost(from);
    }

    public String kind(int step) {
        return counted ? ITERATION : steps.seeds().get(step).facts().kind().label();
    }

    public String name(int step) {
        return steps.seeds().get(step).name();
    }
}
