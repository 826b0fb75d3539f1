package dev.llmprof.analysis.cost;

import dev.llmprof.hardware.Gpu;
import dev.llmprof.model.cost.Communication;
import dev.llmprof.model.cost.Cost;
import dev.llmprof.model.cost.Costs;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.cost.Memory;
import dev.llmprof.model.operators.DecoderOperators;
import dev.llmprof.model.operators.RequestPhases;
import dev.llmprof.model.shape.Caveat;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Phase;
import dev.llmprof.model.shape.Request;
import dev.llmprof.model.shape.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Many requests on many devices. An operator is counted once for a request and held against every
/// device.
public final class Sweeps {
    private Sweeps() {}

    public static List<SweepPoint> of(
            Model model,
            List<Request> requests,
            Counting counting,
            List<Gpu> gpus,
            Reachable reachable) {
        List<Optional<Ceiling>> ceilings = new ArrayList<>();
        gpus.forEach(
                gpu -> ceilings.add(Optional.of(Ceiling.of(gpu, counting.precision(), reachable))));
        if (ceilings.isEmpty()) {
            ceilings.add(Optional.empty());
        }
        double weights = Memory.weights(model, counting);
        return requests.parallelStream()
                .flatMap(request -> points(model, request, counting, ceilings, weights).stream())
                .toList();
    }

    private static List<SweepPoint> points(
            Model read,
            Request request,
            Counting counting,
            List<Optional<Ceiling>> ceilings,
            double weights) {
        Model model = read.lookingAt(request.images());
        int prompt = RequestPhases.promptTokens(model, request);
        Timed first = firstToken(model, request, prompt, counting);
        Timed decode = decode(model, request, prompt, counting);
        List<Caveat> caveats = model.caveats(counting.precision());
        double needed = needed(model, request, prompt, counting, weights);
        List<SweepPoint> points = new ArrayList<>(ceilings.size());
        for (Optional<Ceiling> ceiling : ceilings) {
            double start = ceiling.map(first::seconds).orElse(0.0);
            double each =
                    ceiling.map(decode::seconds).orElse(0.0) / Math.max(1, request.newTokens());
            points.add(
                    new SweepPoint(
                            ceiling.map(Ceiling::device).orElse(""),
                            request,
                            prompt,
                            first.sum().flops(),
                            decode.sum().flops()
                                    / Math.max(1, request.newTokens())
                                    / request.batch(),
                            start,
                            each,
                            each == 0 ? 0 : request.batch() / each,
                            needed,
                            ceiling.map(top -> Fit.of(needed, top.roomBytes(), caveats))
                                    .orElse(Fit.UNSURE),
                            ceiling.map(top -> BoundTime.of(decode.sum(), top).limit())
                                    .orElse(BoundTime.Limit.NOTHING),
                            caveats));
        }
        return points;
    }

    private static double needed(
            Model model, Request request, int prompt, Counting counting, double weights) {
        long context = (long) prompt + request.newTokens();
        Memory memory = Memory.withWeights(weights, model, request.batch(), context, counting);
        return memory.bytes();
    }

    private static Timed firstToken(Model model, Request request, int prompt, Counting counting) {
        List<Cost> costs = new ArrayList<>();
        double sent = 0;
        if (request.images().count() > 0) {
            for (Phase phase :
                    RequestPhases.of(model, request.withNewTokens(0), counting.convention())) {
                phase.operators().forEach(o -> costs.add(Costs.of(o, phase.passes(), counting)));
            }
        } else if (prompt > 0) {
            addAll(costs, model, Work.prefill(request.batch(), prompt), counting);
        }
        if (prompt > 0 && counting.parallel().gpus() > 1) {
            Work work = Work.prefill(request.batch(), prompt);
            sent = Communication.bytes(model.decoder(), work, counting);
        }
        return new Timed(costs, sent);
    }

    private static Timed decode(Model model, Request request, int prompt, Counting counting) {
        List<Cost> costs = new ArrayList<>();
        if (request.newTokens() == 0) {
            return new Timed(costs, 0);
        }
        Work work = Work.decode(request.batch(), prompt, request.newTokens());
        addAll(costs, model, work, counting);
        boolean alone = counting.parallel().gpus() == 1;
        return new Timed(costs, alone ? 0 : Communication.bytes(model.decoder(), work, counting));
    }

    private static void addAll(List<Cost> costs, Model model, Work work, Counting counting) {
        for (Operator operator :
                DecoderOperators.of(model.decoder(), work, counting.convention())) {
            costs.add(Costs.of(operator, work.passes(), counting));
        }
    }

    /// Counted operators, to be held against devices.
    private record Timed(List<Cost> costs, double sentBytes) {
        double seconds(Ceiling ceiling) {
            double seconds = 0;
            for (Cost cost : costs) {
                seconds += BoundTime.of(cost, ceiling).seconds();
            }
            return ceiling.linkBytesPerSecond() == 0
                    ? seconds
                    : seconds + sentBytes / ceiling.linkBytesPerSecond();
        }

        Cost sum() {
            Cost sum = Cost.NONE;
            for (Cost cost : costs) {
                sum = sum.plus(cost);
            }
            return sum;
        }
    }
}
