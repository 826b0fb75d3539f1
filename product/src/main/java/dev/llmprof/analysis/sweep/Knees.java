package dev.llmprof.analysis.sweep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Finds where more of a key brings little more, and where more load costs latency and brings no
/// throughput.
public final class Knees {
    /// A curve that bends less than this, of its own height, has no knee.
    private static final double LEAST_BEND = .1;

    private static final int LEAST_POINTS = 4;

    private Knees() {}

    /// A job on a curve.
    private record Place(SweptJob job, double x, double y) {}

    /// Of a metric that grows with a key: the job farthest above the line from first to last, both
    /// sides scaled to one. Empty where it does not grow, is a line, or has too few points.
    public static Optional<SweptJob> of(SweptMetric metric, SweptKey key, List<SweptJob> jobs) {
        if (metric.wanted() != SweptMetric.Wanted.MORE || !key.numeric()) {
            return Optional.empty();
        }
        List<Place> curve = new ArrayList<>();
        for (SweptJob job : jobs) {
            job.metric(metric.name())
                    .ifPresent(y ->
                            curve.add(
                                    new Place(
                                            job,
                                            SweptKey.number(job.value(key.name())).orElse(0),
                                            y)));
        }
        curve.sort(Comparator.comparingDouble(Place::x));
        return curve.size() < LEAST_POINTS ? Optional.empty() : farthest(curve);
    }

    private static Optional<SweptJob> farthest(List<Place> curve) {
        Place first = curve.getFirst();
        double width = curve.getLast().x - first.x;
        double most = curve.stream().mapToDouble(Place::y).max().orElse(0);
        if (width <= 0 || most <= first.y) {
            return Optional.empty();
        }
        double last = (curve.getLast().y - first.y) / (most - first.y);
        return curve.stream()
                .max(Comparator.comparingDouble(place -> bend(place, first, width, most, last)))
                .filter(place -> bend(place, first, width, most, last) > LEAST_BEND)
                .map(Place::job);
    }

    private static double bend(Place place, Place first, double width, double most, double last) {
        double x = (place.x - first.x) / width;
        return (place.y - first.y) / (most - first.y) - x * Math.max(0, last);
    }

    /// Of jobs under different load: the one with the most throughput for its latency (throughput
    /// over latency, called power). Empty below three points.
    public static Optional<SweptJob> ofLoad(
            List<SweptJob> jobs, String throughput, String latency) {
        List<SweptJob> both =
                jobs.stream()
                        .filter(job -> job.metric(throughput).isPresent())
                        .filter(job -> job.metric(latency).orElse(0.0) > 0)
                        .toList();
        return both.size() < 3
                ? Optional.empty()
                : both.stream()
                        .max(
                                Comparator.comparingDouble(job ->
                                        job.metric(throughput).orElseThrow()
                                                / job.metric(latency).orElseThrow()));
    }
}
