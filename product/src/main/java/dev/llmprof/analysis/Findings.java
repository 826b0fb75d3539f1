package dev.llmprof.analysis;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.source.KernelJoin;
import dev.llmprof.analysis.workload.Timings;
import java.util.List;
import java.util.Optional;

/// All that a report may say: what each source showed and what joins them. A source that is not
/// there is empty, and the report says how to get it.
public record Findings(
        String title,
        String subtitle,
        List<Capture> captures,
        Optional<Timings> timings,
        Optional<Prediction> prediction,
        List<KernelJoin> kernels,
        List<Advice> advice,
        Provenance provenance) {
    public Findings {
        captures = List.copyOf(captures);
        kernels = List.copyOf(kernels);
        advice = List.copyOf(advice);
    }

    /// What one capture says by itself.
    public static Findings of(Capture capture) {
        return new Findings(
                "",
                "",
                List.of(capture),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                new Provenance("", List.of(), List.of()));
    }

    /// The capture that says most: the one with operators, else the first.
    public Optional<Capture> main() {
        return main(captures);
    }

    public static Optional<Capture> main(List<Capture> captures) {
        return captures.stream()
                .filter(capture -> !capture.analysis().operators().rows().isEmpty())
                .findFirst()
                .or(() -> captures.stream().findFirst());
    }
}
