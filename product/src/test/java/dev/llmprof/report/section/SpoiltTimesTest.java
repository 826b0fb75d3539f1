package dev.llmprof.report.section;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.RunTrust;
import dev.llmprof.analysis.lint.LintFinding;
import dev.llmprof.analysis.lint.LintRule;
import dev.llmprof.report.EmptyFindings;
import dev.llmprof.report.block.Block;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpoiltTimesTest {
    @Test
    void aBusyMachineIsSaidBeforeItsTimes() {
        RunTrust none = RunTrust.NONE;
        var busy = new LintFinding(LintRule.BUSY_HOST, "", "other processes took 66 % of the CPU");
        var findings =
                EmptyFindings.with(
                        new Provenance("", List.of(), List.of()),
                        new RunTrust(
                                List.of(busy),
                                none.conditions(),
                                none.phases(),
                                none.overhead(),
                                none.coverage()));
        assertEquals(
                new Block.Note(
                        Block.Tone.WARNING,
                        "other processes took 66 % of the CPU: times include waiting for a CPU: do"
                                + " not trust them"),
                SummarySection.of(findings).blocks().getFirst());
    }
}
