package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.cost.BoundTime;
import dev.llmprof.analysis.cost.Ceiling;
import dev.llmprof.analysis.phase.StepKind;
import dev.llmprof.analysis.phase.StepTimes;
import dev.llmprof.analysis.phase.TimedStep;
import dev.llmprof.analysis.workload.PhaseUtilisation.DevicePeaks;
import dev.llmprof.model.cost.Communication;
import dev.llmprof.model.cost.Cost;
import dev.llmprof.model.cost.Costs;
import dev.llmprof.model.operators.DecoderOperators;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Work;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// All steps of a capture beside their bounds, and by kind. `densePeaks` are the device's, by
/// format.
public record StepRooflines(
        String model,
        List<StepRoofline> steps,
        DevicePeaks peaks,
        SortedMap<String, Double> densePeaks) {
    public StepRooflines {
        steps = List.copyOf(steps);
        densePeaks = new TreeMap<>(densePeaks);
    }

    /// Empty where no step has a bound.
    public static Optional<StepRooflines> of(StepPaper paper, StepTimes times) {
        PaperCostings costings = paper.costings();
        Ceiling ceiling = Ceiling.of(costings.gpu(), costings.counting().precision());
        var peaks = DevicePeaks.of(ceiling);
        var demands = new StepDemands(costings.model().decoder(), paper.keys());
        List<StepRoofline> steps = new ArrayList<>();
        for (TimedStep step : times.steps()) {
            steps.add(
                    switch (demands.of(step.facts())) {
                        case StepDemand.Unknown(String reason) ->
                                new StepRoofline(step, Optional.empty(), reason, peaks);
                        case StepDemand.Known known ->
                                new StepRoofline(
                                        step,
                                        Optional.of(bound(known, costings, ceiling)),
                                        "",
                                        peaks);
                    });
        }
        return steps.stream().anyMatch(step -> step.bound().isPresent())
                ? Optional.of(
                        new StepRooflines(
                                costings.model().name(), steps, peaks, ceiling.densePerSecond()))
                : Optional.empty();
    }

    /// Kinds in their order, with the steps that have a bound.
    public List<KindRoofline> kinds() {
        return Arrays.stream(StepKind.values())
                .map(kind ->
                        steps.stream().filter(each -> each.step().facts().kind() == kind).toList())
                .filter(these -> !these.isEmpty())
                .map(these -> KindRoofline.of(these, peaks))
                .toList();
    }

    /// How many steps have no bound, by what is missing.
    public SortedMap<String, Integer> missing() {
        SortedMap<String, Integer> missing = new TreeMap<>();
        steps.stream()
                .filter(step -> step.bound().isEmpty())
                .forEach(step -> missing.merge(step.missing(), 1, Integer::sum));
        return missing;
    }

    private static StepBound bound(
            StepDemand.Known known, PaperCostings costings, Ceiling ceiling) {
        Cost sum = Cost.NONE;
        double seconds = 0;
        for (Cost cost : costs(known.loads(), costings)) {
            sum = sum.plus(cost);
            seconds += BoundTime.of(cost, ceiling).seconds();
        }
        double sent = 0;
        for (Work load : known.loads()) {
            sent += Communication.bytes(costings.model().decoder(), load, costings.counting());
        }
        double linked = ceiling.linkBytesPerSecond() == 0 ? 0 : sent / ceiling.linkBytesPerSecond();
        BoundTime whole = BoundTime.of(sum, ceiling);
        return new StepBound(
                known.basis(),
                sum.tensorFlops(),
                sum.bytes(),
                1e9 * (seconds + linked),
                new BoundTime(
                                whole.tensorSeconds(),
                                whole.vectorSeconds(),
                                whole.memorySeconds(),
                                linked)
                        .limit());
    }

    /// Operators of all phases in the step: one pass reads each weight once for all of them.
    private static Iterable<Cost> costs(List<Work> loads, PaperCostings costings) {
        Map<String, Cost> byPlace = new LinkedHashMap<>();
        for (Work load : loads) {
            Map<String, Integer> seen = new HashMap<>();
            for (Operator operator :
                    DecoderOperators.of(
                            costings.model().decoder(), load, costings.counting().convention())) {
                int nth = seen.merge(operator.name(), 1, Integer::sum);
                Cost cost = Costs.of(operator, 1, costings.counting());
                byPlace.merge(operator.name() + "#" + nth, cost, StepRooflines::together);
            }
        }
        return byPlace.values();
    }

    private static Cost together(Cost one, Cost other) {
        Cost both = one.plus(other);
        return new Cost(
                both.tensorFlops(),
                both.vectorFlops(),
                Math.max(one.weightBytes(), other.weightBytes()),
                both.cacheReadBytes(),
                both.cacheWriteBytes(),
                both.activationBytes());
    }
}
