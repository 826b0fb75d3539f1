package dev.llmprof.study;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.prediction.ComparedWork;
import dev.llmprof.analysis.prediction.ModelFit;
import dev.llmprof.analysis.prediction.PaperCostings;
import dev.llmprof.analysis.prediction.PaperCosts;
import dev.llmprof.analysis.prediction.ServedWork;
import dev.llmprof.analysis.prediction.StepPaper;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.host.Devices;
import dev.llmprof.model.ModelFiles;
import dev.llmprof.model.cost.Counting;
import dev.llmprof.model.shape.Format;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Parallel;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.problem.Problem;
import dev.llmprof.trace.Rank;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// What the model of a loaded server costs on paper, step by step where its description is on this
/// machine under one of the `names` it goes by; else what the run `counted`. Its hook may say in
/// which format it ran.
record ServedPaper(
        Optional<PaperCosts> counted, List<String> names, Optional<String> dtype, boolean onCpu)
        implements StudyContext.Paper {
    ServedPaper {
        names = List.copyOf(names);
    }

    @Override
    public Optional<ComparedWork> of(Optional<Capture> main) {
        Optional<PaperCostings> costings = main.flatMap(this::costings);
        return costings.flatMap(each -> steps(each, main.orElseThrow()))
                .or(() -> counted.map(ComparedWork::of));
    }

    private Optional<ComparedWork> steps(PaperCostings costings, Capture capture) {
        var times = capture.marked().times();
        return ServedWork.of(costings, times, OptionalInt.empty(), OptionalInt.empty())
                .or(() -> counted.map(ComparedWork::of))
                .map(work -> work.with(new StepPaper(costings, OptionalInt.empty())));
    }

    /// Only of a model that may have run, on a device we have data on.
    private Optional<PaperCostings> costings(Capture capture) {
        return names.stream()
                .flatMap(name -> model(name).stream())
                .flatMap(model ->
                        fits(model, capture)
                                .filter(parallel -> parallel.pipeline() == 1)
                                .flatMap(parallel -> costings(model, parallel, capture))
                                .stream())
                .findFirst();
    }

    private Optional<PaperCostings> costings(Model model, Parallel parallel, Capture capture) {
        var counting = Counting.of(precision(model)).with(parallel);
        return device(capture).map(gpu -> new PaperCostings(model, counting, gpu));
    }

    /// What is stored in fewer bits stays so, whatever its products are made in.
    private Precision precision(Model model) {
        Precision stored = model.precision();
        return dtype.filter(_ -> stored.equals(Precision.BF16))
                .flatMap(Format::named)
                .map(Precision::of)
                .orElse(stored);
    }

    /// Without shapes the server's word for its model must do; how ranks share it, it does not say.
    private static Optional<Parallel> fits(Model model, Capture capture) {
        boolean alone = capture.origin().rank().map(Rank::worldSize).orElse(1) <= 1;
        return switch (ModelFit.of(model, capture)) {
            case ModelFit.Fits(Parallel parallel, _) -> Optional.of(parallel);
            case ModelFit.Unchecked() -> alone ? Optional.of(Parallel.NONE) : Optional.empty();
            case ModelFit.Misfit _ -> Optional.empty();
        };
    }

    /// A server may give its model any name.
    private static Optional<Model> model(String name) {
        try {
            return Optional.of(ModelFiles.open(name));
        } catch (Problem.Found _) {
            return Optional.empty();
        }
    }

    private Optional<Gpu> device(Capture capture) {
        return capture.devices().stream()
                .flatMap(name -> ShippedGpus.catalogue().matching(name).stream())
                .findFirst()
                .or(() ->
                        onCpu && capture.devices().isEmpty()
                                ? Optional.of(Devices.host(Map.copyOf(System.getenv())))
                                : Optional.empty());
    }
}
