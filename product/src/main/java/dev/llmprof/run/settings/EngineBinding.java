package dev.llmprof.run.settings;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.problem.Problem;
import dev.llmprof.stage.workload.CaptureWindow;
import dev.llmprof.stage.workload.EngineSettings;
import dev.llmprof.stage.workload.TorchProfilerSettings;
import dev.llmprof.workload.WorkloadSettings;
import dev.llmprof.workload.WorkloadSettings.Preprocess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// From the configuration tree to what the engine and the PyTorch profiler are told.
public final class EngineBinding {
    private static final List<String> ACTIVITIES = List.of("cpu", "cuda");
    private static final String TORCH = "pipeline.torch_profiler";
    private static final String DIRECT = "pipeline.direct_inference";

    /// Fewer requests do not tell how long one takes.
    private static final int TIMED = 3;

    private EngineBinding() {}

    /// Empty where something is wrong; the binder keeps the problems.
    public static Optional<EngineSettings> engine(
            Binder binder, String device, OptionalInt representativeNewTokens) {
        var model = binder.read("model", EngineKeys.Model.class);
        var dataset = binder.read("dataset", EngineKeys.Dataset.class);
        var infer = binder.read("infer", EngineKeys.Infer.class);
        var torch = binder.read(TORCH, EngineKeys.Torch.class);
        var direct = binder.read(DIRECT, EngineKeys.Direct.class);
        infer.ifPresent(keys -> checkSampling(binder, keys));
        model.ifPresent(keys -> ModelCheck.check(binder, keys));
        if (model.isEmpty()
                || dataset.isEmpty()
                || infer.isEmpty()
                || torch.isEmpty()
                || direct.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new EngineSettings(
                        device,
                        model(model.get()),
                        dataset(dataset.get()),
                        inference(infer.get()),
                        representativeNewTokens,
                        profiler(torch.get(), builtinWindow(binder)),
                        CaptureKeys.bare(binder) == CaptureKeys.Bare.OFF ? 0 : TIMED,
                        outputs(torch.get().output()),
                        outputs(direct.get().output())));
    }

    public static TorchProfilerSettings torch(EngineKeys.Torch keys, Binder binder) {
        checkActivities(binder, keys);
        checkShapes(binder, keys);
        return profiler(keys, CaptureKeys.window(binder));
    }

    /// Whether the PyTorch profiler is on, its keys checked.
    public static boolean profiles(Binder binder) {
        var keys = binder.read(TORCH, EngineKeys.Torch.class);
        keys.ifPresent(each -> torch(each, binder));
        return keys.map(EngineKeys.Torch::enable).orElse(false);
    }

    /// Whether the hook marks prefill and decode in a Python program, whichever tool looks.
    public static boolean marksPhases(Binder binder) {
        return binder.read(TORCH, EngineKeys.Torch.class).map(EngineBinding::marked).orElse(false);
    }

    private static boolean marked(EngineKeys.Torch keys) {
        return keys.hook().map(EngineKeys.Hook::phases).orElse(true);
    }

    private static WorkloadSettings.Model model(EngineKeys.Model keys) {
        Optional<EngineKeys.Preprocess> preprocess = keys.preprocess();
        Preprocess usual = Preprocess.GUNDAM;
        return new WorkloadSettings.Model(
                keys.name(),
                keys.path(),
                keys.dtype(),
                keys.seed().orElse(0L),
                new Preprocess(
                        preprocess
                                .flatMap(EngineKeys.Preprocess::baseSize)
                                .orElse(usual.baseSize()),
                        preprocess
                                .flatMap(EngineKeys.Preprocess::imageSize)
                                .orElse(usual.imageSize()),
                        preprocess
                                .flatMap(EngineKeys.Preprocess::cropMode)
                                .orElse(usual.cropMode()),
                        preprocess
                                .flatMap(EngineKeys.Preprocess::maxTiles)
                                .orElse(usual.maxTiles())));
    }

    private static WorkloadSettings.Dataset dataset(EngineKeys.Dataset keys) {
        EngineKeys.Sampling sampling = keys.sampling();
        return new WorkloadSettings.Dataset(
                keys.root(),
                keys.subsetFilelist(),
                keys.fallbackPatterns(),
                keys.pages().orElse(3),
                keys.seed().orElse(0L),
                new WorkloadSettings.Sampling(
                        optional(sampling.numSamplesPerEpoch()),
                        sampling.numEpochs(),
                        sampling.randomize(),
                        sampling.seed().map(OptionalLong::of).orElseGet(OptionalLong::empty)));
    }

    private static WorkloadSettings.Infer inference(EngineKeys.Infer keys) {
        return new WorkloadSettings.Infer(
                keys.decoderPrompt().orElse(""),
                keys.maxNewTokens(),
                keys.temperature(),
                keys.doSample(),
                keys.noRepeatNgramSize(),
                keys.seed().orElse(0L));
    }

    private static CaptureWindow builtinWindow(Binder binder) {
        CaptureWindow window = CaptureKeys.window(binder);
        CaptureKeys.checkBuiltin(window, binder);
        return window;
    }

    private static TorchProfilerSettings profiler(EngineKeys.Torch keys, CaptureWindow window) {
        return new TorchProfilerSettings(
                keys.activities(),
                keys.recordShapes(),
                keys.profileMemory(),
                keys.withStack(),
                keys.groupByInputShape(),
                keys.warmupRounds(),
                keys.warmupSynthetic(),
                marked(keys),
                window,
                keys.timeout());
    }

    /// Extras are under the model family's name; there is one family at a time.
    private static EngineSettings.Outputs outputs(EngineKeys.Output keys) {
        Optional<EngineKeys.Extra> extra =
                keys.extra().map(Map::values).flatMap(all -> all.stream().findFirst());
        return new EngineSettings.Outputs(
                directory(keys.prediction(), "pred"),
                extra.map(e -> e.prediction().stripSpecialTokens()).orElse(false),
                directory(keys.visualization(), "viz"),
                optional(extra.flatMap(e -> e.visualization().maxImages())),
                extra.map(e -> e.visualization().thumbnailWidth()).orElse(480));
    }

    private static Optional<Path> directory(EngineKeys.Saved saved, String usual) {
        return saved.enable()
                ? Optional.of(saved.saveDir().orElse(Path.of(usual)))
                : Optional.empty();
    }

    private static void checkSampling(Binder binder, EngineKeys.Infer keys) {
        if (keys.doSample() && keys.temperature() == 0) {
            binder.add(
                    new Problem(
                            "infer.do_sample is on, but the temperature is 0",
                            binder.at("infer.temperature"),
                            "infer.temperature=0.7   or   infer.do_sample=false"));
        }
    }

    private static void checkActivities(Binder binder, EngineKeys.Torch keys) {
        boolean unknown = !ACTIVITIES.containsAll(keys.activities());
        if (unknown || keys.activities().isEmpty()) {
            binder.add(
                    new Problem(
                            "pipeline.torch_profiler.activities is " + keys.activities(),
                            binder.at("pipeline.torch_profiler.activities"),
                            "choose from: cpu, cuda"));
        }
    }

    private static void checkShapes(Binder binder, EngineKeys.Torch keys) {
        if (keys.groupByInputShape() && !keys.recordShapes()) {
            binder.add(
                    new Problem(
                            "pipeline.torch_profiler.group_by_input_shape is on, but record_shapes"
                                    + " is off: there are no shapes to group by",
                            binder.at("pipeline.torch_profiler.group_by_input_shape"),
                            "pipeline.torch_profiler.record_shapes=true   or"
                                    + "   pipeline.torch_profiler.group_by_input_shape=false"));
        }
    }

    private static OptionalInt optional(Optional<Integer> value) {
        return value.map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }
}
