package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.phase.StepKind;
import dev.llmprof.analysis.phase.StepTimes;
import dev.llmprof.hardware.HostCpu;
import dev.llmprof.model.shape.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/// Counts the median step of each phase of a server, so that a step is held against a step.
public final class ServedWork {

    private ServedWork() {}

    /// Empty where no step says its batch. What the user knows better, batch and KV length, stands.
    public static Optional<ComparedWork> of(
            PaperCostings costings, StepTimes steps, OptionalInt batch, OptionalInt keys) {
        SortedMap<String, StepTimes.Typical> measured = new TreeMap<>();
        List<String> remarks = new ArrayList<>();
        Optional<PaperCosts> costs = Optional.empty();
        boolean onHost = !steps.onGpu() && HostCpu.is(costings.gpu());
        for (StepKind kind : List.of(StepKind.PREFILL, StepKind.DECODE)) {
            Optional<ServedStep> step =
                    ServedStep.of(steps, kind, onHost).map(seen -> seen.with(batch));
            Optional<Request> request = step.flatMap(seen -> seen.request(keys));
            if (request.isEmpty()) {
                continue;
            }
            measured.put(kind.phase(), step.get().measured());
            remarks.add(step.get().sentence(keys));
            PaperCosts these = costings.of(request.get()).only(kind.phase());
            costs = Optional.of(costs.map(prefill -> prefill.plus(these)).orElse(these));
        }
        return costs.map(all -> new ComparedWork(all, measured, remarks, Optional.empty()));
    }
}
