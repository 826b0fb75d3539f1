package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Unit;
import java.util.List;

/// How much of the hardware's peaks a phase used.
public final class Utilisation {

    private Utilisation() {}

    /// Phases that were both predicted and measured.
    public static List<Prediction.Part> phases(Findings findings) {
        return findings.prediction().stream()
                .flatMap(prediction -> prediction.phases().stream())
                .filter(part -> part.measuredNanos().isPresent())
                .toList();
    }

    public static Cell mfu(Prediction.Part part, Prediction prediction) {
        return of(part, part.flops() / prediction.peakFlopsPerSecond());
    }

    public static Cell mbu(Prediction.Part part, Prediction prediction) {
        return of(part, part.bytes() / prediction.bytesPerSecond());
    }

    private static Cell of(Prediction.Part part, double seconds) {
        return part.measuredNanos()
                .filter(nanos -> nanos > 0)
                .map(nanos -> Cell.number(1e9 * seconds / nanos, Unit.FRACTION))
                .orElseGet(() -> Cell.absent("not measured"));
    }
}
