package dev.llmprof.analysis.cost;

import java.util.List;
import java.util.Optional;

/// A request held against a device. `crossoverBatch` is the batch from which a decoding step
/// without its cache is bound by compute, `crossoverAtContext` the same for decoding as it was
/// asked for, its cache read; `crossoverContext` the context from which the cache weighs more than
/// the weights. Each is absent where it is beyond reach.
public record OnDevice(
        Ceiling ceiling,
        Capacity capacity,
        double firstTokenSeconds,
        double perTokenSeconds,
        double tokensPerSecond,
        double requestSeconds,
        List<Step> steps,
        Optional<Long> crossoverBatch,
        Optional<Long> crossoverAtContext,
        Optional<Long> crossoverContext,
        List<Sensitivity> sensitivities) {
    public OnDevice {
        steps = List.copyOf(steps);
        sensitivities = List.copyOf(sensitivities);
    }

    /// One decoding step at a context.
    public record Step(long context, double seconds) {}

    /// How the times change when one thing does, as factors.
    public record Sensitivity(String change, double firstToken, double perToken) {}
}
