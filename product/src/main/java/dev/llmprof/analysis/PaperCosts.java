package dev.llmprof.analysis;

import java.util.List;

/// What a run's static analysis wrote down: the costs of one request, and the device's peaks.
public record PaperCosts(
        String model,
        String convention,
        String device,
        String format,
        double peakFlopsPerSecond,
        double bytesPerSecond,
        long promptTokens,
        long newTokens,
        List<Row> phases,
        List<Row> operators) {
    public PaperCosts {
        phases = List.copyOf(phases);
        operators = List.copyOf(operators);
    }

    /// A phase, or an operator in it with its class in `kind`.
    public record Row(
            String phase,
            String kind,
            double flops,
            double bytes,
            double boundNanos,
            Prediction.Bound bound) {}
}
