package dev.llmprof.report;

import dev.llmprof.analysis.Capture;
import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.Phases;
import java.util.List;
import java.util.Optional;

/// Latency as a capture's phases show it, where the workload did not time itself.
final class Serving {
    private static final String HOW =
            "mark prefill and decode ranges, or let llmprof run the workload";

    private Serving() {}

    static List<Block.Card> fromPhases(Findings findings) {
        return List.of(
                new Block.Card(
                        "Time to first token",
                        perStep(findings, "prefill"),
                        "prefill ranges, mean"),
                new Block.Card(
                        "Time per output token",
                        perStep(findings, "decode"),
                        "decode ranges, mean"));
    }

    private static Cell perStep(Findings findings, String name) {
        Optional<Phases.Part> part =
                findings.main().map(Capture::analysis).stream()
                        .flatMap(analysis -> analysis.phases().parts().stream())
                        .filter(phase -> phase.name().equals(name) && phase.steps() > 0)
                        .findFirst();
        return part.map(phase -> Cell.nanos((double) phase.hostNanos() / phase.steps()))
                .orElseGet(() -> Cell.absent("no " + name + " range; " + HOW));
    }
}
