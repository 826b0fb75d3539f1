package dev.llmprof.study;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.prediction.ComparedWork;
import dev.llmprof.analysis.prediction.ModelFit;
import dev.llmprof.analysis.prediction.PaperCostings;
import dev.llmprof.analysis.prediction.ServedWork;
import dev.llmprof.analysis.prediction.StepPaper;
import dev.llmprof.analysis.prediction.TracedRequests;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.model.ModelFiles;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.model.shape.Request;
import dev.llmprof.problem.Problem;
import dev.llmprof.trace.Rank;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Counts the model a user named beside captures that somebody else made. What was asked of the
/// model is read from the capture, and asked for where the capture does not say.
public record AskedPaper(ModelAsked asked, Model model, Optional<Gpu> named)
        implements StudyContext.Paper {

    /// Ways in which ranks have a part of the model each.
    private static final Set<String> SHARING = Set.of("tp", "pp", "ep");

    private static final Pattern SGLANG = Pattern.compile("-TP-\\d");

    /// Reads the model at once: a mistake is told before a large trace is read.
    public static AskedPaper of(ModelAsked asked, Function<String, List<Gpu>> gpus) {
        Optional<Gpu> named = asked.gpu().flatMap(word -> gpus.apply(word).stream().findFirst());
        return new AskedPaper(asked, ModelFiles.open(asked.model()), named);
    }

    @Override
    public Optional<ComparedWork> of(Optional<Capture> main) {
        Gpu gpu = gpu(main);
        List<String> remarks = new ArrayList<>();
        Parallel parallel = parallel(main, remarks);
        var costings = new PaperCostings(model, Counting.of(model.precision()).with(parallel), gpu);
        return main.flatMap(capture ->
                        ServedWork.of(
                                costings,
                                capture.marked().times(),
                                asked.batch(),
                                asked.promptTokens()))
                .or(() -> Optional.of(ComparedWork.of(costings.of(request(costings, main)))))
                .map(work -> work.plus(remarks))
                .map(work -> eachStep(work, costings));
    }

    /// One of several pipeline stages runs a part of the layers, and which is not known.
    private ComparedWork eachStep(ComparedWork work, PaperCostings costings) {
        return costings.counting().parallel().pipeline() > 1
                ? work
                : work.with(new StepPaper(costings, asked.promptTokens()));
    }

    /// How many GPUs share the model, where the capture's shapes or the user say.
    private Parallel parallel(Optional<Capture> main, List<String> remarks) {
        if (main.isEmpty()) {
            return tensor(asked.tensorParallel().orElse(1));
        }
        Capture capture = main.get();
        int worldSize = capture.origin().rank().map(Rank::worldSize).orElse(0);
        ModelFit fit = ModelFit.of(model, capture);
        Parallel seen =
                switch (fit) {
                    case ModelFit.Fits fits -> fits.parallel();
                    case ModelFit.Misfit misfit -> throw misfit(capture, misfit);
                    case ModelFit.Unchecked() -> unchecked(capture, worldSize, remarks);
                };
        Parallel used =
                asked.tensorParallel().isPresent()
                        ? tensor(asked.tensorParallel().getAsInt())
                        : seen;
        if (used.gpus() > 1) {
            remarks.add(
                    "Bounds are those of one GPU of %d: tensor parallel %d, pipeline parallel %d."
                            .formatted(used.gpus(), used.tensor(), used.pipeline()));
        }
        return used;
    }

    private Parallel unchecked(Capture capture, int worldSize, List<String> remarks) {
        int named = ranksByName(capture);
        if (Math.max(worldSize, named) > 1 && asked.tensorParallel().isEmpty()) {
            throw new Problem(
                            "this is one of %s ranks, and the trace does not say how they share the model"
                                    .formatted(worldSize > 1 ? worldSize : "at least " + named),
                            capture.origin().source(),
                            "--tp N, the GPUs that share each matrix; --tp 1 where every rank has"
                                    + " the whole model")
                    .found();
        }
        remarks.add(
                "The trace has no shapes of matrix products, so whether it is of this model was not"
                        + " checked.");
        return Parallel.NONE;
    }

    /// The name of a server's trace says a place in a group that shares a model, not its size. A
    /// name of somebody's own, `llama-tp8.json`, rather says the size.
    private static int ranksByName(Capture capture) {
        String source = capture.origin().source();
        return capture.origin().parallelRank().stream()
                .filter(rank -> rank.places().size() > 1 || SGLANG.matcher(source).find())
                .flatMap(rank -> rank.places().entrySet().stream())
                .filter(place -> SHARING.contains(place.getKey()))
                .mapToInt(place -> place.getValue() + 1)
                .max()
                .orElse(0);
    }

    private Problem.Found misfit(Capture capture, ModelFit.Misfit misfit) {
        return new Problem(
                        "%s did not make this trace: %s".formatted(model.name(), misfit.reason()),
                        capture.origin().source(),
                        "--model with the config.json of the model that ran, or leave --model out")
                .found();
    }

    private static Parallel tensor(int degree) {
        return new Parallel(degree, 1, 1);
    }

    private Gpu gpu(Optional<Capture> main) {
        return named.or(() -> ofCapture(main))
                .orElseThrow(() ->
                        new Problem(
                                        "which GPU this ran on is not known",
                                        source(main),
                                        "--gpu NAME, one of: "
                                                + String.join(
                                                        ", ", ShippedGpus.catalogue().names()))
                                .found());
    }

    private static String source(Optional<Capture> main) {
        return main.map(c -> c.origin().source()).orElse("the captures");
    }

    private static Optional<Gpu> ofCapture(Optional<Capture> main) {
        return main.stream()
                .flatMap(capture -> capture.devices().stream())
                .flatMap(name -> ShippedGpus.matching(name).stream())
                .findFirst();
    }

    /// Without new tokens there is no decode to be held against anything.
    private Request request(PaperCostings costings, Optional<Capture> main) {
        Optional<Request> seen =
                main.flatMap(capture -> TracedRequests.of(costings, capture.operators()));
        return new Request(
                known(asked.batch(), seen.map(Request::batch), main),
                known(asked.promptTokens(), seen.map(Request::promptTokens), main),
                asked.newTokens().orElse(seen.map(Request::newTokens).orElse(0)),
                Images.NONE);
    }

    private static int known(OptionalInt given, Optional<Integer> seen, Optional<Capture> main) {
        return given.isPresent()
                ? given.getAsInt()
                : seen.orElseThrow(() ->
                        new Problem(
                                        "what was asked of the model is not in the trace: no step"
                                                + " says its batch, no attention has shapes",
                                        source(main),
                                        "--batch N --prompt N, and --new-tokens N for decode")
                                .found());
    }
}
