package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.breakdown.RangeBreakdown;
import java.util.Comparator;
import java.util.List;

/// What an engine's own marks say of where the host's time in steps goes: one range, and the GPU
/// work launched in it.
public record StepPart(StepScope scope, RangeBreakdown.Row range) {

    /// The longest on the host first.
    public static List<StepPart> of(RangeBreakdown ranges) {
        return ranges.rows().stream()
                .filter(row -> row.hostCount() > 0)
                .flatMap(row ->
                        StepScope.of(row.name()).map(scope -> new StepPart(scope, row)).stream())
                .sorted(
                        Comparator.comparingLong((StepPart part) -> part.range().hostNanos())
                                .reversed()
                                .thenComparing(part -> part.range().name()))
                .toList();
    }
}
