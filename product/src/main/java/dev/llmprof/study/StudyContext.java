package dev.llmprof.study;

import dev.llmprof.analysis.Provenance;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.prediction.ComparedWork;
import dev.llmprof.analysis.prediction.PaperCosts;
import dev.llmprof.analysis.serving.ServingFindings.StageLoad;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.analysis.workload.Timings;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.study.capture.CaptureSet;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// What is known beside the captures. A title that is empty is made from them; `askedRegions` are
/// the ranges ncu was told to profile, whether it did or not; `labels` the ranges that a capture of
/// one range alone is of, by its file; `loads` those of a server; `gpu` the one to hold rates
/// against, if not the captures'; `measured` what else a run left beside them.
public record StudyContext(
        String title,
        Optional<Timings> timings,
        List<StageLoad> loads,
        Optional<RunUtilisation> utilisation,
        Paper paper,
        Optional<Gpu> gpu,
        Origin origin,
        List<String> askedRegions,
        Map<String, String> labels,
        RunMeasurements measured) {
    public StudyContext {
        loads = List.copyOf(loads);
        askedRegions = List.copyOf(askedRegions);
        labels = Map.copyOf(labels);
    }

    /// Captures that somebody else made, of which nothing is known but themselves.
    public static StudyContext unknown(String llmprof) {
        return new StudyContext(
                "",
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Paper.NONE,
                Optional.empty(),
                all -> CaptureHead.provenance(llmprof, List.of(), all),
                List.of(),
                Map.of(),
                RunMeasurements.NONE);
    }

    /// Captures that `analyze` was asked to read by these words: those that say what is in the
    /// report, not where it goes. Which llmprof it is stands in our jar, which is opened for it
    /// once the captures are read.
    public static StudyContext asked(Supplier<String> llmprof, List<String> words) {
        return unknown("").askedBy(llmprof, words);
    }

    /// The same for `analyze`, which writes nothing into a run's directory.
    public StudyContext askedBy(Supplier<String> llmprof, List<String> words) {
        return from(all -> CaptureHead.provenance(llmprof.get(), words, all));
    }

    private StudyContext from(Origin other) {
        return new StudyContext(
                title,
                timings,
                loads,
                utilisation,
                paper,
                gpu,
                other,
                askedRegions,
                labels,
                measured);
    }

    public StudyContext with(Paper other) {
        return new StudyContext(
                title,
                timings,
                loads,
                utilisation,
                other,
                gpu,
                origin,
                askedRegions,
                labels,
                measured);
    }

    public StudyContext on(Optional<Gpu> device) {
        return new StudyContext(
                title,
                timings,
                loads,
                utilisation,
                paper,
                device,
                origin,
                askedRegions,
                labels,
                measured);
    }

    /// What the model costs on paper, where one is known; a capture may tell what was asked of it.
    @FunctionalInterface
    public interface Paper {
        Paper NONE = _ -> Optional.empty();

        Optional<ComparedWork> of(Optional<Capture> main);

        static Paper known(Optional<PaperCosts> known) {
            return _ -> known.map(ComparedWork::of);
        }
    }

    /// Where the numbers come from, asked for once all captures are read: a run lists the tables it
    /// writes of them as well.
    @FunctionalInterface
    public interface Origin {
        Provenance of(CaptureSet all) throws IOException;
    }
}
