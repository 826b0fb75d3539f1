package dev.llmprof.analysis.prediction;

import dev.llmprof.analysis.cost.BoundTime;
import dev.llmprof.analysis.cost.Ceiling;
import dev.llmprof.analysis.cost.OperatorCost;
import dev.llmprof.analysis.cost.PhaseCost;
import dev.llmprof.analysis.cost.StaticAnalyses;
import dev.llmprof.analysis.cost.StaticAnalysis;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Counts any request to one model on one device.
public record PaperCostings(Model model, Counting counting, Gpu gpu) {

    public PaperCosts of(Request request) {
        return of(
                StaticAnalyses.of(model, request, counting, Optional.of(gpu)),
                Ceiling.of(gpu, counting.precision()));
    }

    private static PaperCosts of(StaticAnalysis analysis, Ceiling ceiling) {
        List<PaperCosts.Row> phases = new ArrayList<>();
        List<PaperCosts.Row> operators = new ArrayList<>();
        for (PhaseCost phase : analysis.phases()) {
            double seconds = phase.boundSeconds().orElse(0.0);
            phases.add(
                    new PaperCosts.Row(
                            phase.name(),
                            "",
                            "",
                            phase.passes(),
                            List.of(),
                            phase.cost().flops(),
                            phase.cost().tensorFlops(),
                            phase.cost().bytes(),
                            1e9 * seconds,
                            bound(phase.overlapped())));
            int tensor = analysis.counting().parallel().tensor();
            phase.operators()
                    .forEach(operator -> operators.add(row(operator, phase.passes(), tensor)));
        }
        return new PaperCosts(
                analysis.model().name(),
                analysis.counting().convention().sentence(),
                ceiling.device(),
                ceiling.format(),
                ceiling.tensorPerSecond(),
                ceiling.bytesPerSecond(),
                ceiling.densePerSecond(),
                analysis.request().batch(),
                analysis.promptTokens(),
                analysis.request().newTokens(),
                phases,
                operators);
    }

    private static PaperCosts.Row row(OperatorCost operator, double passes, int tensor) {
        return new PaperCosts.Row(
                operator.phase(),
                operator.operator().name(),
                operator.kind(),
                passes * operator.operator().repeat(),
                Signature.of(operator.operator(), tensor),
                operator.cost().flops(),
                operator.cost().tensorFlops(),
                operator.cost().bytes(),
                1e9 * operator.bound().map(BoundTime::seconds).orElse(0.0),
                bound(operator.bound()));
    }

    private static Prediction.Bound bound(Optional<BoundTime> time) {
        return time.map(BoundTime::limit).orElse(BoundTime.Limit.NOTHING) == BoundTime.Limit.MEMORY
                ? Prediction.Bound.MEMORY
                : Prediction.Bound.COMPUTE;
    }
}
