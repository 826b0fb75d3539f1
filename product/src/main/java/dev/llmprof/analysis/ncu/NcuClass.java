package dev.llmprof.analysis.ncu;

/// A kernel's class. `limiter` is the busiest unit (SM, DRAM, L2, L1), `leaning` what the class
/// would be were neither use too low to say, and `smAgainstDram` the older class that looks at the
/// SMs and at DRAM only.
public record NcuClass(NcuBound bound, NcuBound leaning, String limiter, NcuBound smAgainstDram) {
    public static final NcuClass UNKNOWN =
            new NcuClass(NcuBound.UNKNOWN, NcuBound.UNKNOWN, "", NcuBound.UNKNOWN);
}
