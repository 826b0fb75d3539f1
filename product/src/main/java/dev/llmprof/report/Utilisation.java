package dev.llmprof.report;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.Prediction;
import java.util.List;

/// How much of the hardware's peaks a phase used.
final class Utilisation {

    private Utilisation() {}

    /// Phases that were both predicted and measured.
    static List<Prediction.Part> phases(Findings findings) {
        return findings.prediction().stream()
                .flatMap(prediction -> prediction.phases().stream())
                .filter(part -> part.measuredNanos().isPresent())
                .toList();
    }

    static Cell mfu(Prediction.Part part, Prediction prediction) {
        return of(part, part.flops() / prediction.peakFlopsPerSecond());
    }

    static Cell mbu(Prediction.Part part, Prediction prediction) {
        return of(part, part.bytes() / prediction.bytesPerSecond());
    }

    private static Cell of(Prediction.Part part, double seconds) {
        return part.measuredNanos()
                .filter(nanos -> nanos > 0)
                .map(nanos -> Cell.number(1e9 * seconds / nanos, Unit.FRACTION))
                .orElseGet(() -> Cell.absent("not measured"));
    }
}
