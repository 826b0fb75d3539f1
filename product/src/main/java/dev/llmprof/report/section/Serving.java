package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.phase.Phases;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import java.util.List;
import java.util.Optional;

/// Latency as a capture's phases show it, where the workload did not time itself.
final class Serving {
    private static final String HOW =
            "mark prefill and decode ranges, or let llmprof run the workload";

    private Serving() {}

    static List<Block.Card> fromPhases(Findings findings) {
        if (findings.captures().isEmpty() && findings.prediction().isPresent()) {
            return atBest(findings.prediction().get());
        }
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

    /// On paper the first token needs everything before decoding.
    private static List<Block.Card> atBest(Prediction prediction) {
        double first = 0;
        double decode = 0;
        for (Prediction.Part phase : prediction.phases()) {
            boolean decoding = phase.phase().equals("decode");
            first += decoding ? 0 : phase.boundNanos();
            decode += decoding ? phase.boundNanos() : 0;
        }
        return List.of(
                new Block.Card(
                        "Time to first token, at best",
                        Cell.nanos(first),
                        "on paper, not measured"),
                new Block.Card("Decode, at best", Cell.nanos(decode), "on paper, not measured"));
    }

    private static Cell perStep(Findings findings, String name) {
        Optional<Phases.Part> part =
                findings.main().stream()
                        .flatMap(capture -> capture.marked().phases().parts().stream())
                        .filter(phase -> phase.name().equals(name) && phase.steps() > 0)
                        .findFirst();
        return part.map(phase -> Cell.nanos((double) phase.hostNanos() / phase.steps()))
                .orElseGet(() -> Cell.absent("no " + name + " range; " + HOW));
    }
}
