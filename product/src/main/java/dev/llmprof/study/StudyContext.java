package dev.llmprof.study;

import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.prediction.PaperCosts;
import dev.llmprof.analysis.workload.Timings;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// What is known beside the captures. A title that is empty is made from them; `askedRegions` are
/// the ranges ncu was told to profile, whether it did or not.
public record StudyContext(
        String title,
        Optional<Timings> timings,
        Paper paper,
        Origin origin,
        List<String> askedRegions) {
    public StudyContext {
        askedRegions = List.copyOf(askedRegions);
    }

    /// Captures that somebody else made, of which nothing is known but themselves.
    public static StudyContext unknown(String llmprof) {
        return new StudyContext(
                "",
                Optional.empty(),
                Paper.NONE,
                _ -> new Provenance(llmprof, List.of(), List.of()),
                List.of());
    }

    public StudyContext with(Paper other) {
        return new StudyContext(title, timings, other, origin, askedRegions);
    }

    /// What the model costs on paper, where one is known; a capture may tell what was asked of it.
    @FunctionalInterface
    public interface Paper {
        Paper NONE = _ -> Optional.empty();

        Optional<PaperCosts> of(Optional<Capture> main);

        static Paper known(Optional<PaperCosts> known) {
            return _ -> known;
        }
    }

    /// Where the numbers come from, asked for once all captures are read: a run lists the tables it
    /// writes of them as well.
    @FunctionalInterface
    public interface Origin {
        Provenance of(List<Capture> captures) throws IOException;
    }
}
