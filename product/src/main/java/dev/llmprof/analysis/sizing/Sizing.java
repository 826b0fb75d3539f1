package dev.llmprof.analysis.sizing;

import dev.llmprof.analysis.cost.Capacities;
import dev.llmprof.analysis.cost.Ceiling;
import dev.llmprof.analysis.cost.Fit;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.cost.Memory;
import dev.llmprof.model.operators.RequestPhases;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.model.shape.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// The most requests at once that a model can serve on a GPU, or on several that share it, within a
/// service level: as expected, and ideally. Both are absent where not one request is served so.
///
/// @param largestByMemory the requests that fit in memory, whatever their latency
/// @param curve points on the way up to `largestByMemory`, as expected
/// @param spread what is expected by the least and by the most that is published; where that is
///   what was counted with
public record Sizing(
        String gpu,
        Parallel parallel,
        Optional<LoadPoint> expected,
        Optional<LoadPoint> ideal,
        Limit limit,
        long largestByMemory,
        Fit fit,
        List<LoadPoint> curve,
        Optional<Spread> spread) {
    private static final long MOST = 1 << 16;

    public Sizing {
        curve = List.copyOf(curve);
    }

    /// Absent where not one request is served so.
    public record Spread(Optional<LoadPoint> least, Optional<LoadPoint> most) {}

    /// What keeps one more request out.
    public enum Limit {
        TTFT,
        TPOT,
        MEMORY;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static Sizing of(Model model, SizingQuestion question, Counting counting, Gpu gpu) {
        Ceiling ceiling = Ceiling.of(gpu, counting.precision());
        double room = ceiling.memoryBytes() * question.memoryShare();
        long most = largestByMemory(model, question.request(), counting, room);
        SteadyLoad ideal = SteadyLoad.of(model, question.request(), counting, ceiling);
        SteadyLoad expected =
                SteadyLoad.of(
                        model, question.request(), counting, question.efficiency().of(ceiling));
        ServiceLevel level = question.level();
        long within = within(expected, level, most);
        return new Sizing(
                gpu.name(),
                counting.parallel(),
                point(expected, within),
                point(ideal, within(ideal, level, most)),
                limit(expected, level, within, most),
                most,
                Fit.of(
                        bytes(model, question.request(), counting, 1),
                        room,
                        model.caveats(counting.precision())),
                curve(expected, most),
                spread(model, question, counting, ceiling, most));
    }

    private static Optional<Spread> spread(
            Model model, SizingQuestion question, Counting counting, Ceiling ceiling, long most) {
        if (!question.efficiency().equals(Efficiency.PUBLISHED)) {
            return Optional.empty();
        }
        Function<Efficiency, Optional<LoadPoint>> at =
                efficiency -> {
                    SteadyLoad load =
                            SteadyLoad.of(
                                    model, question.request(), counting, efficiency.of(ceiling));
                    return point(load, within(load, question.level(), most));
                };
        return Optional.of(
                new Spread(
                        at.apply(Efficiency.PUBLISHED_LEAST), at.apply(Efficiency.PUBLISHED_MOST)));
    }

    private static long largestByMemory(
            Model model, Request request, Counting counting, double room) {
        return Capacities.largest(count -> bytes(model, request, counting, count) <= room, MOST);
    }

    private static double bytes(Model model, Request request, Counting counting, long count) {
        long context = (long) RequestPhases.promptTokens(model, request) + request.newTokens();
        return Memory.of(model, Math.toIntExact(count), context, counting).bytes();
    }

    /// Latencies only grow with the requests in flight.
    private static long within(SteadyLoad load, ServiceLevel level, long most) {
        return most == 0
                ? 0
                : Capacities.largest(count -> limitOf(load.at(count), level).isEmpty(), most);
    }

    private static Optional<Limit> limitOf(LoadPoint point, ServiceLevel level) {
        if (point.firstTokenSeconds() > level.firstTokenSeconds()) {
            return Optional.of(Limit.TTFT);
        }
        return point.perTokenSeconds() > level.perTokenSeconds()
                ? Optional.of(Limit.TPOT)
                : Optional.empty();
    }

    private static Limit limit(SteadyLoad load, ServiceLevel level, long within, long most) {
        return within == most ? Limit.MEMORY : limitOf(load.at(within + 1), level).orElseThrow();
    }

    private static Optional<LoadPoint> point(SteadyLoad load, long concurrency) {
        return concurrency == 0 ? Optional.empty() : Optional.of(load.at(concurrency));
    }

    private static List<LoadPoint> curve(SteadyLoad load, long most) {
        List<LoadPoint> points = new ArrayList<>();
        for (long count = 1; count <= most; count *= 2) {
            points.add(load.at(count));
        }
        return points;
    }
}
