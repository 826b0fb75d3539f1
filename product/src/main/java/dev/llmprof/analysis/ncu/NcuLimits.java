package dev.llmprof.analysis.ncu;

import dev.llmprof.trace.ncu.NcuMetrics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;

/// What holds a kernel back beside its throughputs: how busy the tensor cores were, and what keeps
/// more blocks from an SM. Empty where ncu did not collect it.
public record NcuLimits(OptionalDouble tensorPercent, Optional<String> occupancyLimiter) {
    public static final NcuLimits NONE = new NcuLimits(OptionalDouble.empty(), Optional.empty());

    private static final List<String> TENSOR =
            List.of(
                    "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed",
                    "sm__inst_executed_pipe_tensor.avg.pct_of_peak_sustained_active",
                    "sm__inst_executed_pipe_tensor.avg.pct_of_peak_sustained_elapsed",
                    "sm__inst_executed_pipe_tensor_op_hmma.avg.pct_of_peak_sustained_active");

    /// The metric and the details page's label for what each resource allows; a tie goes to the
    /// first.
    private static final SequencedMap<String, List<String>> BLOCKS = blocks();

    private static SequencedMap<String, List<String>> blocks() {
        SequencedMap<String, List<String>> blocks = new LinkedHashMap<>();
        blocks.put(
                "registers", List.of("launch__occupancy_limit_registers", "Block Limit Registers"));
        blocks.put(
                "shared memory",
                List.of("launch__occupancy_limit_shared_mem", "Block Limit Shared Mem"));
        blocks.put("warps", List.of("launch__occupancy_limit_warps", "Block Limit Warps"));
        blocks.put("blocks", List.of("launch__occupancy_limit_blocks", "Block Limit SM"));
        blocks.put("barriers", List.of("launch__occupancy_limit_barriers", "Block Limit Barriers"));
        return blocks;
    }

    static NcuLimits of(NcuMetrics metrics) {
        return new NcuLimits(first(metrics, TENSOR), limiter(metrics));
    }

    private static Optional<String> limiter(NcuMetrics metrics) {
        Optional<String> least = Optional.empty();
        double blocks = Double.MAX_VALUE;
        for (Map.Entry<String, List<String>> limit : BLOCKS.entrySet()) {
            OptionalDouble allowed = first(metrics, limit.getValue());
            if (allowed.isPresent() && allowed.getAsDouble() < blocks) {
                blocks = allowed.getAsDouble();
                least = Optional.of(limit.getKey());
            }
        }
        return least;
    }

    private static OptionalDouble first(NcuMetrics metrics, List<String> names) {
        return names.stream()
                .map(metrics::base)
                .filter(OptionalDouble::isPresent)
                .findFirst()
                .orElse(OptionalDouble.empty());
    }
}
