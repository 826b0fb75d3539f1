package dev.llmprof.analysis.cost;

import dev.llmprof.model.cost.Communication;
import dev.llmprof.model.cost.Cost;
import dev.llmprof.model.cost.Costs;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.operators.RequestPhases;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Phase;
import dev.llmprof.model.shape.Request;
import dev.llmprof.model.shape.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes the phases of a request with their costs and times.
public final class PhaseCosts {
    private PhaseCosts() {}

    public static List<PhaseCost> of(
            Model model, Request request, Counting counting, Optional<Ceiling> ceiling) {
        List<PhaseCost> costs = new ArrayList<>();
        int prompt = RequestPhases.promptTokens(model, request);
        for (Phase phase : RequestPhases.of(model, request, counting.convention())) {
            costs.add(
                    switch (phase.name()) {
                        case RequestPhases.PREFILL -> {
                            Work work = Work.prefill(request.batch(), prompt);
                            yield of(phase, Optional.of(work), model, counting, ceiling);
                        }
                        case RequestPhases.DECODE -> {
                            Work work = Work.decode(request.batch(), prompt, request.newTokens());
                            yield of(phase, Optional.of(work), model, counting, ceiling);
                        }
                        default -> of(phase, Optional.empty(), model, counting, ceiling);
                    });
        }
        return costs;
    }

    private static PhaseCost of(
            Phase phase,
            Optional<Work> work,
            Model model,
            Counting counting,
            Optional<Ceiling> ceiling) {
        List<OperatorCost> operators = new ArrayList<>();
        Cost sum = Cost.NONE;
        double seconds = 0;
        for (Operator operator : phase.operators()) {
            Cost cost = Costs.of(operator, phase.passes(), counting);
            Optional<BoundTime> bound = ceiling.map(top -> BoundTime.of(cost, top));
            operators.add(new OperatorCost(phase.name(), operator, cost, bound));
            sum = sum.plus(cost);
            seconds += bound.map(BoundTime::seconds).orElse(0.0);
        }
        double sent =
                work.map(asked -> Communication.bytes(model.decoder(), asked, counting))
                        .orElse(0.0);
        double linked = ceiling.map(top -> linkSeconds(sent, top)).orElse(0.0);
        double total = seconds + linked;
        Cost whole = sum;
        return new PhaseCost(
                phase.name(),
                phase.passes(),
                work.map(Work::tokens).orElse(0.0),
                sum,
                sent,
                operators,
                ceiling.map(_ -> total),
                ceiling.map(top -> withLink(BoundTime.of(whole, top), linked)));
    }

    private static BoundTime withLink(BoundTime time, double seconds) {
        return new BoundTime(
                time.tensorSeconds(), time.vectorSeconds(), time.memorySeconds(), seconds);
    }

    private static double linkSeconds(double bytes, Ceiling ceiling) {
        return bytes == 0 || ceiling.linkBytesPerSecond() == 0
                ? 0
                : bytes / ceiling.linkBytesPerSecond();
    }
}
