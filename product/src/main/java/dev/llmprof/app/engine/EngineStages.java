package dev.llmprof.app.engine;

import dev.llmprof.app.Devices;
import dev.llmprof.config.bind.Binder;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.pipeline.Step;
import dev.llmprof.stage.DirectInferenceStage;
import dev.llmprof.stage.TorchProfilerStage;
import dev.llmprof.stage.Workload;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/// The stages that run the workload by itself and under the PyTorch profiler, from their keys.
public final class EngineStages {

    private EngineStages() {}

    public static Optional<Step> directInference(Binder binder, Workload workload) {
        return EngineBinding.direct(binder)
                .map(keys ->
                        step(new DirectInferenceStage(keys.timeout(), workload), keys.enabled()));
    }

    public static Optional<Step> torchProfiler(
            Binder binder, Workload workload, Map<String, String> environment) {
        return EngineBinding.torch(binder)
                .map(keys -> {
                    var reports =
                            new TorchReportFiles(
                                    Assumptions.of(workload, keys.settings()),
                                    results ->
                                            MeasuredModel.of(
                                                    results,
                                                    device -> Devices.ranOn(device, environment)),
                                    InstantSource.system());
                    return step(
                            new TorchProfilerStage(keys.settings(), workload, reports, environment),
                            keys.enabled());
                });
    }

    private static Step step(Stage stage, boolean enabled) {
        return enabled
                ? Step.on(stage)
                : Step.off(stage, "off: pipeline." + stage.name() + ".enable=true");
    }
}
