package dev.llmprof.compare.metric;

import dev.llmprof.compare.statistic.Samples;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The values of a metric step by step in one run; not empty, each above 0.
public record RunSeries(MetricKind kind, List<Double> values) {
    private static final int BATCH = 5;

    public RunSeries {
        values = List.copyOf(values);
    }

    /// The median of its steady part; of a rate that of the times it stands for, so that both say
    /// the same.
    public RunValue of(String run, Optional<Instant> started) {
        int dropped = warmUp();
        double[] steady = array(values.subList(dropped, values.size()));
        double median = Samples.median(steady);
        double value = kind.isRate() ? 1 / median : median;
        return new RunValue(run, value, started, steady.length, dropped);
    }

    /// MSER-5 (White, Cobb and Spratt 2000): of the means of five steps each, leave out as many at
    /// the beginning as make the error of the mean of the others least, and no more than half.
    int warmUp() {
        int batches = values.size() / BATCH;
        double[] means = new double[batches];
        for (int i = 0; i < batches; i++) {
            means[i] = Samples.mean(array(values.subList(i * BATCH, (i + 1) * BATCH)));
        }
        // Errors of all beginnings in one pass from the end, by Welford's way.
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        double mean = 0;
        double squares = 0;
        for (int from = batches - 1; from >= 0; from--) {
            double count = batches - from;
            double away = means[from] - mean;
            mean += away / count;
            squares += away * (means[from] - mean);
            double error = squares / (count * count);
            if (from <= batches / 2 && error <= least) {
                least = error;
                best = from;
            }
        }
        return best * BATCH;
    }

    private double[] array(List<Double> some) {
        return some.stream().mapToDouble(each -> kind.isRate() ? 1 / each : each).toArray();
    }
}
