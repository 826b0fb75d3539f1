package dev.llmprof.analysis.cost;

import dev.llmprof.model.cost.Cost;
import dev.llmprof.model.cost.Costs;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.operators.RequestPhases;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Phase;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Request;
import dev.llmprof.model.shape.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Holds a request against a device.
final class OnDevices {
    private static final long MOST_BATCH = 1 << 20;

    private OnDevices() {}

    static OnDevice of(
            Model model,
            Request request,
            Counting counting,
            Ceiling ceiling,
            List<PhaseCost> phases) {
        double first = seconds(phases, false);
        double decode = seconds(phases, true);
        double perToken = request.newTokens() == 0 ? 0 : decode / request.newTokens();
        long context = (long) RequestPhases.promptTokens(model, request) + request.newTokens();
        return new OnDevice(
                ceiling,
                Capacities.of(model, request.batch(), context, counting, ceiling.roomBytes()),
                first,
                perToken,
                perToken == 0 ? 0 : request.batch() / perToken,
                first + decode,
                steps(model, request, counting, ceiling),
                crossoverBatch(model.decoder(), counting, ceiling),
                crossoverBatch(model, request, counting, ceiling),
                crossoverContext(model.decoder(), request.batch(), counting),
                sensitivities(model, request, counting, ceiling));
    }

    private static double seconds(List<PhaseCost> phases, boolean decode) {
        return phases.stream()
                .filter(phase -> phase.name().equals(RequestPhases.DECODE) == decode)
                .mapToDouble(phase -> phase.boundSeconds().orElse(0.0))
                .sum();
    }

    private static List<OnDevice.Step> steps(
            Model model, Request request, Counting counting, Ceiling ceiling) {
        List<OnDevice.Step> steps = new ArrayList<>();
        long prompt = RequestPhases.promptTokens(model, request);
        int last = Math.max(0, request.newTokens() - 1);
        for (long before :
                List.of(prompt, prompt + last / 2, prompt + last).stream().distinct().toList()) {
            double seconds =
                    QuickBound.stepSeconds(
                            model.decoder(), request.batch(), before, counting, ceiling);
            steps.add(new OnDevice.Step(before + 1, seconds));
        }
        return steps;
    }

    private static Optional<Long> crossoverBatch(
            Decoder decoder, Counting counting, Ceiling ceiling) {
        long below =
                Capacities.largest(
                        batch -> !computeBound(decoder, batch, counting, ceiling), MOST_BATCH);
        return below == MOST_BATCH ? Optional.empty() : Optional.of(below + 1);
    }

    /// By the same rule that says what bounds the phase.
    private static Optional<Long> crossoverBatch(
            Model model, Request request, Counting counting, Ceiling ceiling) {
        if (request.newTokens() == 0) {
            return Optional.empty();
        }
        int prompt = RequestPhases.promptTokens(model, request);
        long below =
                Capacities.largest(
                        batch -> {
                            Work work = Work.decode((int) batch, prompt, request.newTokens());
                            Cost cost =
                                    Costs.of(decoding(model.decoder(), work, counting), counting);
                            BoundTime.Limit limit = BoundTime.of(cost, ceiling).limit();
                            return limit == BoundTime.Limit.MEMORY;
                        },
                        MOST_BATCH);
        return below == MOST_BATCH ? Optional.empty() : Optional.of(below + 1);
    }

    private static Phase decoding(Decoder decoder, Work work, Counting counting) {
        return RequestPhases.decoder(RequestPhases.DECODE, decoder, work, counting.convention());
    }

    private static boolean computeBound(
            Decoder decoder, long batch, Counting counting, Ceiling ceiling) {
        Cost cost = step(decoder, (int) batch, 0, counting);
        double cached = cost.cacheReadBytes() + cost.cacheWriteBytes();
        double memory = (cost.bytes() - cached) / ceiling.bytesPerSecond();
        return cost.tensorFlops() / ceiling.tensorPerSecond() >= memory;
    }

    private static Optional<Long> crossoverContext(Decoder decoder, int batch, Counting counting) {
        long most = 1L << 28;
        long below =
                Capacities.largest(
                        context -> {
                            Cost cost = step(decoder, batch, context - 1, counting);
                            return cost.cacheReadBytes() <= cost.weightBytes();
                        },
                        most);
        return below == most ? Optional.empty() : Optional.of(below + 1);
    }

    private static Cost step(Decoder decoder, int batch, long context, Counting counting) {
        Work work = Work.decode(batch, context, 1);
        return Costs.of(decoding(decoder, work, counting), counting);
    }

    private static List<OnDevice.Sensitivity> sensitivities(
            Model model, Request request, Counting counting, Ceiling ceiling) {
        Precision precision = counting.precision();
        double[] now = times(model, request, counting, ceiling);
        List<OnDevice.Sensitivity> changes = new ArrayList<>();
        add(
                changes,
                "memory twice as fast",
                now,
                times(model, request, counting, ceiling.scaled(1, 2)));
        add(
                changes,
                "compute twice as fast",
                now,
                times(model, request, counting, ceiling.scaled(2, 1)));
        Counting eight = counting.with(precision.withWeights(Format.FP8));
        add(changes, "weights in fp8", now, times(model, request, eight, ceiling));
        Counting four = counting.with(precision.withWeights(Format.INT4_G128));
        add(changes, "weights in int4, groups of 128", now, times(model, request, four, ceiling));
        Counting cache = counting.with(precision.withCache(Format.FP8));
        add(changes, "cache in fp8", now, times(model, request, cache, ceiling));
        Request doubled = request.withBatch(2 * request.batch());
        add(changes, "twice the batch", now, times(model, doubled, counting, ceiling));
        Request longer = request.withPromptTokens(2 * request.promptTokens());
        add(changes, "twice the prompt", now, times(model, longer, counting, ceiling));
        return changes;
    }

    /// Time to the first token and for each later one.
    private static double[] times(
            Model model, Request request, Counting counting, Ceiling ceiling) {
        List<PhaseCost> phases = PhaseCosts.of(model, request, counting, Optional.of(ceiling));
        return new double[] {
            seconds(phases, false), seconds(phases, true) / Math.max(1, request.newTokens())
        };
    }

    private static void add(
            List<OnDevice.Sensitivity> changes, String change, double[] now, double[] then) {
        changes.add(
                new OnDevice.Sensitivity(
                        change,
                        now[0] == 0 ? 1 : then[0] / now[0],
                        now[1] == 0 ? 1 : then[1] / now[1]));
    }
}
