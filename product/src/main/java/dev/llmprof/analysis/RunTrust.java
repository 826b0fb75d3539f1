package dev.llmprof.analysis;

import dev.llmprof.analysis.conditions.PhaseConditions;
import dev.llmprof.analysis.conditions.RunConditions;
import dev.llmprof.analysis.lint.LintFinding;
import dev.llmprof.analysis.overhead.ProfilingOverhead;
import dev.llmprof.analysis.plan.NcuCoverage;
import java.util.List;

/// How far the numbers hold: what the captures cannot tell, what the machine did meanwhile, what
/// profiling cost, and how much of the kernel time ncu's counters stand for.
public record RunTrust(
        List<LintFinding> lint,
        RunConditions conditions,
        List<PhaseConditions> phases,
        ProfilingOverhead overhead,
        NcuCoverage coverage) {
    public static final RunTrust NONE =
            new RunTrust(
                    List.of(),
                    RunConditions.NONE,
                    List.of(),
                    ProfilingOverhead.NONE,
                    NcuCoverage.NONE);

    public RunTrust {
        lint = List.copyOf(lint);
        phases = List.copyOf(phases);
    }
}
