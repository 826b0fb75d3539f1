package dev.llmprof.analysis.ncu;

import java.util.Map;
import java.util.OptionalDouble;

/// Classifies by use of compute and of memory, where memory is the busiest of DRAM, L2 and L1, as
/// ncu's own SpeedOfLight rule does: below 60 % of both, latency is what counts.
public final class NcuClasses {
    public static final double DEFAULT_MARGIN_POINTS = 5;
    private static final double LATENCY_BELOW_PERCENT = 60;

    private NcuClasses() {}

    public static NcuClass of(Map<NcuFact, Double> facts, double marginPoints) {
        OptionalDouble compute = value(facts, NcuFact.SM_THROUGHPUT);
        OptionalDouble memory = memory(facts);
        NcuBound smAgainstDram =
                compare(compute, value(facts, NcuFact.DRAM_THROUGHPUT), marginPoints);
        if (compute.isEmpty() || memory.isEmpty()) {
            return new NcuClass(NcuBound.UNKNOWN, NcuBound.UNKNOWN, "", smAgainstDram);
        }
        NcuBound leaning = compare(compute, memory, marginPoints);
        boolean low = Math.max(compute.getAsDouble(), memory.getAsDouble()) < LATENCY_BELOW_PERCENT;
        return new NcuClass(
                low ? NcuBound.LATENCY : leaning, leaning, limiter(facts), smAgainstDram);
    }

    private static OptionalDouble memory(Map<NcuFact, Double> facts) {
        OptionalDouble whole = value(facts, NcuFact.MEMORY_THROUGHPUT);
        if (whole.isPresent()) {
            return whole;
        }
        return facts.entrySet().stream()
                .filter(fact -> isLevel(fact.getKey()))
                .mapToDouble(Map.Entry::getValue)
                .max();
    }

    private static NcuBound compare(OptionalDouble compute, OptionalDouble memory, double margin) {
        if (compute.isEmpty() || memory.isEmpty()) {
            return NcuBound.UNKNOWN;
        }
        double difference = compute.getAsDouble() - memory.getAsDouble();
        if (difference > margin) {
            return NcuBound.COMPUTE;
        }
        return difference < -margin ? NcuBound.MEMORY : NcuBound.BALANCED;
    }

    /// The unit with the highest use, the first of equals in this order.
    private static String limiter(Map<NcuFact, Double> facts) {
        String limiter = "SM";
        double highest = value(facts, NcuFact.SM_THROUGHPUT).orElse(0);
        for (NcuFact level :
                new NcuFact[] {
                    NcuFact.DRAM_THROUGHPUT, NcuFact.L2_THROUGHPUT, NcuFact.L1_THROUGHPUT
                }) {
            double use = value(facts, level).orElse(0);
            if (use > highest) {
                highest = use;
                limiter = name(level);
            }
        }
        return limiter;
    }

    private static boolean isLevel(NcuFact fact) {
        return !name(fact).isEmpty();
    }

    private static String name(NcuFact level) {
        if (level == NcuFact.DRAM_THROUGHPUT) {
            return "DRAM";
        }
        if (level == NcuFact.L2_THROUGHPUT) {
            return "L2";
        }
        return level == NcuFact.L1_THROUGHPUT ? "L1" : "";
    }

    private static OptionalDouble value(Map<NcuFact, Double> facts, NcuFact fact) {
        Double value = facts.get(fact);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
