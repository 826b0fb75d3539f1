package dev.llmprof.report;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.RunTrust;
import dev.llmprof.analysis.capture.CaptureRelations;
import java.util.List;
import java.util.Optional;

/// Findings of a run that left no capture.
public final class EmptyFindings {
    private EmptyFindings() {}

    public static Findings with(Provenance provenance, RunTrust trust) {
        return new Findings(
                "Run x",
                "",
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                provenance,
                CaptureRelations.NONE,
                trust);
    }
}
