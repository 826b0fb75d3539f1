package dev.llmprof.study;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.prediction.PaperCostings;
import dev.llmprof.analysis.prediction.PaperCosts;
import dev.llmprof.analysis.prediction.TracedRequests;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.model.ModelFiles;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Request;
import dev.llmprof.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Counts the model a user named beside captures that somebody else made.
public record AskedPaper(ModelAsked asked, Model model, Optional<Gpu> named)
        implements StudyContext.Paper {

    /// Reads the model at once: a mistake is told before a large trace is read.
    public static AskedPaper of(ModelAsked asked, Function<String, List<Gpu>> gpus) {
        Optional<Gpu> named = asked.gpu().flatMap(word -> gpus.apply(word).stream().findFirst());
        return new AskedPaper(asked, ModelFiles.open(asked.model()), named);
    }

    @Override
    public Optional<PaperCosts> of(Optional<Capture> main) {
        var costings = new PaperCostings(model, Counting.of(model.precision()), gpu(main));
        return Optional.of(costings.of(request(costings, main)));
    }

    private Gpu gpu(Optional<Capture> main) {
        return named.or(() -> ofCapture(main))
                .orElseThrow(() ->
                        new Problem(
                                        "which GPU this ran on is not known",
                                        main.map(c -> c.analysis().source()).orElse("the captures"),
                                        "--gpu NAME, one of: "
                                                + String.join(
                                                        ", ", ShippedGpus.catalogue().names()))
                                .found());
    }

    private static Optional<Gpu> ofCapture(Optional<Capture> main) {
        return main.stream()
                .flatMap(capture -> capture.devices().stream())
                .flatMap(name -> ShippedGpus.catalogue().matching(name).stream())
                .findFirst();
    }

    private Request request(PaperCostings costings, Optional<Capture> main) {
        Request seen =
                main.flatMap(capture -> TracedRequests.of(costings, capture.operators()))
                        .orElse(Request.DEFAULT);
        return new Request(
                asked.batch().orElse(seen.batch()),
                asked.promptTokens().orElse(seen.promptTokens()),
                asked.newTokens().orElse(seen.newTokens()),
                Images.NONE);
    }
}
