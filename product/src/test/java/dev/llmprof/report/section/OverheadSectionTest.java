package dev.llmprof.report.section;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.RunTrust;
import dev.llmprof.analysis.overhead.PhaseOverhead;
import dev.llmprof.analysis.overhead.ProfilingOverhead;
import dev.llmprof.report.EmptyFindings;
import dev.llmprof.report.block.Block;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class OverheadSectionTest {
    /// Without it a difference that is all noise reads like a profiler that makes programs faster.
    @Test
    void theLineSaysHowUncertainEachCostIs() {
        assertEquals(
                "profiling cost: torch prefill −40.0 % ± 39.1 %, torch decode +10.0 %",
                line(
                        phase("prefill", 60, 100, OptionalDouble.of(.391)),
                        phase("decode", 110, 100, OptionalDouble.empty())));
    }

    private static PhaseOverhead phase(
            String name, double profiled, double bare, OptionalDouble uncertainty) {
        return new PhaseOverhead(
                "torch", name, 3, profiled, 3, OptionalDouble.of(bare), uncertainty);
    }

    private static String line(PhaseOverhead... phases) {
        RunTrust none = RunTrust.NONE;
        var findings =
                EmptyFindings.with(
                        new Provenance("llmprof test", List.of(), List.of()),
                        new RunTrust(
                                none.lint(),
                                none.conditions(),
                                none.phases(),
                                new ProfilingOverhead(List.of(phases), List.of()),
                                none.coverage()));
        return ((Block.Paragraph) OverheadSection.line(findings).orElseThrow()).text();
    }
}
