package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.event.Unions;
import dev.llmprof.analysis.phase.FoundSteps.Seed;
import dev.llmprof.trace.GpuTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;

/// Gives each step the GPU work that was launched in it. A server enqueues a step while the one
/// before it still runs, so the launch decides and not the time.
public final class StepTiming {
    private final FoundSteps found;
    private final Unions unions = new Unions();
    private final int[] slots;
    private final long[] starts;
    private final long[] events;
    private final long[] sums;
    private final long[] launches;

    private StepTiming(FoundSteps found) {
        int size = found.seeds().size();
        this.found = found;
        this.slots = new int[size];
        this.starts = new long[size];
        this.events = new long[size];
        this.sums = new long[size];
        this.launches = new long[size];
        Arrays.fill(slots, FoundSteps.NONE);
    }

    public static StepTimes of(NestedTrace nested) {
        FoundSteps iterations =
                NamedSteps.iterations(nested.tree())
                        .orElseGet(() -> FoundSteps.none(nested.tree().host().size()));
        FoundSteps onAllThreads = iterations.overThreads(nested.trace().host());
        FoundSteps shaped =
                nested.steps().with(StepShapes.completed(nested.steps(), nested.tree()));
        List<TimedStep> steps = timed(nested, shaped);
        return new StepTimes(
                nested.steps().origin(),
                steps,
                timed(nested, onAllThreads),
                SlowSteps.of(nested, shaped, steps));
    }

    private static List<TimedStep> timed(NestedTrace nested, FoundSteps found) {
        if (found.seeds().isEmpty()) {
            return List.of();
        }
        var timing = new StepTiming(found);
        timing.work(nested.trace().gpu(), nested.links());
        return timing.steps();
    }

    private void work(GpuTable gpu, Links links) {
        BitSet seen = new BitSet();
        for (int row : links.order()) {
            int from = links.call(row) == Links.NONE ? links.operator(row) : links.call(row);
            int step = from == Links.NONE ? FoundSteps.NONE : found.stepOf(from);
            if (step != FoundSteps.NONE) {
                long start = gpu.startNanos().get(row);
                if (slots[step] == FoundSteps.NONE) {
                    slots[step] = unions.fresh(start);
                    starts[step] = start;
                }
                events[step]++;
                launches[step] += seen.get(from) ? 0 : 1;
                seen.set(from);
                sums[step] += gpu.durationNanos().get(row);
                unions.add(slots[step], start, gpu.endNanos(row));
            }
        }
    }

    private List<TimedStep> steps() {
        boolean gpu = Arrays.stream(events).anyMatch(count -> count > 0);
        Integer[] inTime = found.inTime();
        List<TimedStep> steps = new ArrayList<>();
        for (int step : inTime) {
            steps.add(step(steps.size(), step, gpu));
        }
        return List.copyOf(steps);
    }

    private TimedStep step(int index, int step, boolean gpu) {
        Seed seed = found.seeds().get(step);
        OptionalLong period = period(step, gpu);
        boolean alike =
                period.isPresent()
                        && found.seeds().get(step + 1).facts().kind() == seed.facts().kind();
        return new TimedStep(
                index,
                seed.name(),
                seed.facts(),
                seed.startNanos(),
                seed.endNanos() - seed.startNanos(),
                launches[step],
                work(step),
                period,
                alike);
    }

    private TimedStep.Work work(int step) {
        int slot = slots[step];
        return slot == FoundSteps.NONE
                ? TimedStep.Work.NONE
                : new TimedStep.Work(
                        starts[step],
                        events[step],
                        sums[step],
                        unions.covered(slot),
                        unions.span(slot));
    }

    /// The seeds are in order by thread and time.
    private OptionalLong period(int step, boolean gpu) {
        int next = step + 1;
        List<Seed> seeds = found.seeds();
        if (next == seeds.size() || seeds.get(next).thread() != seeds.get(step).thread()) {
            return OptionalLong.empty();
        }
        if (gpu && (events[step] == 0 || events[next] == 0)) {
            return OptionalLong.empty();
        }
        long nanos =
                gpu
                        ? starts[next] - starts[step]
                        : seeds.get(next).startNanos() - seeds.get(step).startNanos();
        return nanos > 0 ? OptionalLong.of(nanos) : OptionalLong.empty();
    }
}
