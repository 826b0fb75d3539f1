package dev.llmprof.run.settings;

import dev.llmprof.config.bind.InRange;
import dev.llmprof.config.bind.Open;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The parts of the configuration tree that the built-in engine and the PyTorch profiler read.
public final class EngineKeys {
    private EngineKeys() {}

    /// `model`: what the engine needs of it; other families keep more there.
    @Open
    record Model(
            String name,
            Optional<Path> path,
            String dtype,
            Optional<Long> seed,
            Optional<Preprocess> preprocess) {}

    @Open
    record Preprocess(
            @InRange(min = 64) Optional<Integer> baseSize,
            @InRange(min = 64) Optional<Integer> imageSize,
            Optional<Boolean> cropMode,
            @InRange(min = 2) Optional<Integer> maxTiles) {}

    /// `dataset`
    @Open
    record Dataset(
            Optional<Path> root,
            Optional<Path> subsetFilelist,
            List<String> fallbackPatterns,
            @InRange(min = 1) Optional<Integer> pages,
            Optional<Long> seed,
            Sampling sampling) {}

    record Sampling(
            @InRange(min = 1) Optional<Integer> numSamplesPerEpoch,
            @InRange(min = 1) int numEpochs,
            boolean randomize,
            Optional<Long> seed) {}

    /// `infer`
    @Open
    record Infer(
            @InRange(min = 0) double temperature,
            @InRange(min = 1) int maxNewTokens,
            @InRange(min = 0) int noRepeatNgramSize,
            boolean doSample,
            Optional<Long> seed,
            Optional<String> decoderPrompt) {}

    /// `pipeline.torch_profiler`
    public record Torch(
            boolean enable,
            List<String> activities,
            boolean recordShapes,
            boolean profileMemory,
            boolean withStack,
            boolean groupByInputShape,
            @InRange(min = 0) int warmupRounds,
            boolean warmupSynthetic,
            Optional<Hook> hook,
            Duration timeout,
            Output output)
            implements StageKeys {}

    record Hook(boolean phases) {}

    /// `pipeline.direct_inference`
    public record Direct(boolean enable, Duration timeout, Output output) implements StageKeys {}

    /// `pipeline.STAGE`: on or off, whatever else it is told.
    @Open
    public record Switch(boolean enable) {}

    record Output(Saved prediction, Saved visualization, Optional<Map<String, Extra>> extra) {}

    record Saved(boolean enable, Optional<Path> saveDir) {}

    record Extra(ExtraPrediction prediction, ExtraVisualization visualization) {}

    record ExtraPrediction(boolean stripSpecialTokens) {}

    record ExtraVisualization(
            @InRange(min = 0) Optional<Integer> maxImages, @InRange(min = 1) int thumbnailWidth) {}
}
