package dev.llmprof.analysis;

import dev.llmprof.analysis.conditions.PhaseConditions;
import dev.llmprof.analysis.conditions.RunConditions;
import dev.llmprof.analysis.overhead.ProfilingOverhead;
import dev.llmprof.analysis.plan.NcuCoverage;
import java.util.List;

/// What a run says of how far its own numbers hold: what the machine did meanwhile, and what
/// profiling cost, and how much of the kernel time ncu's counters stand for.
public record RunTrust(
        RunConditions conditions,
        List<PhaseConditions> phases,
        ProfilingOverhead overhead,
        NcuCoverage coverage) {
    public static final RunTrust NONE =
            new RunTrust(RunConditions.NONE, List.of(), ProfilingOverhead.NONE, NcuCoverage.NONE);

    public RunTrust {
        phases = List.copyOf(phases);
    }
}
