package dev.llmprof.stage.workload;

import dev.llmprof.stage.workload.Workload.Purpose;
import dev.llmprof.workload.ResultKeys;
import dev.llmprof.workload.WorkloadSettings;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/// What the built-in engine is to do, whatever it is started for: what to load, what to read, how
/// to answer, and what to write for each purpose.
public record EngineSettings(
        String device,
        WorkloadSettings.Model model,
        WorkloadSettings.Dataset dataset,
        WorkloadSettings.Infer infer,
        OptionalInt representativeNewTokens,
        TorchProfilerSettings profiler,
        int timedRequests,
        Outputs profiledOutputs,
        Outputs directOutputs)
        implements Workload.EngineOrders {

    public static final String TRACE = "trace.json.gz";

    /// What is kept of the answers; directories are below the stage's unless absolute.
    public record Outputs(
            Optional<Path> predictions,
            boolean withoutSpecialTokens,
            Optional<Path> visualisation,
            OptionalInt imagesAtMost,
            int thumbnailWidth) {
        public static final Outputs NONE =
                new Outputs(Optional.empty(), false, Optional.empty(), OptionalInt.empty(), 480);

        private Optional<WorkloadSettings.Prediction> prediction(Path stage) {
            return predictions.map(directory ->
                    new WorkloadSettings.Prediction(
                            stage.resolve(directory), withoutSpecialTokens));
        }

        private Optional<WorkloadSettings.Visualization> visualization(Path stage) {
            return visualisation.map(directory ->
                    new WorkloadSettings.Visualization(
                            stage.resolve(directory), thumbnailWidth, imagesAtMost));
        }
    }

    @Override
    public String json(Purpose purpose, Path runDirectory) {
        return told(purpose, runDirectory).json();
    }

    WorkloadSettings told(Purpose purpose, Path runDirectory) {
        boolean traced = purpose == Purpose.TORCH;
        Outputs outputs =
                switch (purpose) {
                    case PLAIN -> directOutputs;
                    case TORCH -> profiledOutputs;
                    case NSYS, NCU -> Outputs.NONE;
                };
        Path stage = runDirectory.resolve(traced ? "torch_profiler" : "direct_inference");
        return new WorkloadSettings(
                device,
                model,
                dataset,
                purpose.underNsight() && representativeNewTokens.isPresent()
                        ? infer.withMaxNewTokens(representativeNewTokens.getAsInt())
                        : infer,
                new WorkloadSettings.Warmup(profiler.warmupRounds(), profiler.warmupSynthetic()),
                purpose == Purpose.PLAIN ? Optional.empty() : Optional.of(window()),
                traced ? Optional.of(recorder(stage.resolve(TRACE))) : Optional.empty(),
                outputs.prediction(stage),
                outputs.visualization(stage),
                purpose.scratchIn(runDirectory).resolve(ResultKeys.FILE_NAME));
    }

    private WorkloadSettings.Window window() {
        CaptureWindow window = profiler.window();
        return new WorkloadSettings.Window(
                window.warmup(), window.requests(), window.steps(), window.maxBytes());
    }

    private WorkloadSettings.Profiler recorder(Path trace) {
        return new WorkloadSettings.Profiler(
                trace,
                profiler.activities(),
                profiler.recordShapes(),
                profiler.profileMemory(),
                profiler.withStack(),
                timedRequests);
    }
}
