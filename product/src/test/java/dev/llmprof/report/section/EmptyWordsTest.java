package dev.llmprof.report.section;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.RunTrust;
import dev.llmprof.report.EmptyFindings;
import dev.llmprof.report.Example;
import dev.llmprof.report.advice.IdleWords;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Section;
import dev.llmprof.testing.kineto.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is said of time that is not there.
class EmptyWordsTest {
    @TempDir private Path folder;

    @Test
    void aNanosecondOfRoundingIsNoIdleTime() throws IOException {
        Path trace =
                Files.writeString(
                        folder.resolve("dense.json"),
                        """
                        {"traceEvents": [
                         {"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":10,"dur":10,"args":{"device":0,"stream":7}},
                         {"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":20.001,"dur":10,"args":{"device":0,"stream":7}}]}
                        """);
        Findings findings = Example.findings(trace);
        assertEquals(
                "idle under 0.1 % of the time",
                IdleWords.causes(findings.main().orElseThrow().gpu()));
        assertEquals(
                List.of("under 0.1 %"),
                SummarySection.cards(findings).cards().stream()
                        .filter(card -> card.label().equals("GPU idle"))
                        .map(card -> card.value().shown())
                        .toList());
    }

    @Test
    void aStageThatWasOnIsNotToBeEnabled() {
        assertEquals(
                "No GPU stream was captured. To get it: a stage that records was on and left no"
                        + " capture; Provenance says why",
                note(
                        IdleSection.of(
                                without(
                                        new Provenance.Step(
                                                "nsys", "failed", 3, true, List.of(),
                                                List.of())))));
        assertEquals(
                "No GPU stream was captured. To get it: pipeline.nsys.enable=true or a PyTorch"
                        + " trace with GPU work",
                note(
                        IdleSection.of(
                                without(
                                        new Provenance.Step(
                                                "nsys", "skipped", -1, true, List.of(),
                                                List.of())))));
    }

    @Test
    void aTraceOfTheHostAsksForAGpu() throws IOException {
        Path trace = Programs.hostOnly().writtenTo(folder.resolve("host.json"));
        assertEquals(
                "No GPU stream was captured. To get it: record a workload that runs on a GPU",
                note(IdleSection.of(Example.findings(trace))));
    }

    private static String note(Section section) {
        return ((Block.Note) section.blocks().getFirst()).text();
    }

    private static Findings without(Provenance.Step step) {
        return EmptyFindings.with(new Provenance("", List.of(step), List.of()), RunTrust.NONE);
    }
}
