package dev.llmprof.run.stage;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.host.Devices;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.pipeline.Step;
import dev.llmprof.run.settings.EngineBinding;
import dev.llmprof.run.settings.EngineKeys;
import dev.llmprof.stage.direct.DirectInferenceStage;
import dev.llmprof.stage.torch.TorchProfilerStage;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.study.MeasuredModel;
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
                                                    device -> device(binder, device, environment)),
                                    InstantSource.system());
                    return step(
                            new TorchProfilerStage(keys.settings(), workload, reports, environment),
                            keys.enabled());
                });
    }

    /// The GPU that the user named; else the one that is there.
    private static Optional<Gpu> device(
            Binder binder, String ranOn, Map<String, String> environment) {
        Optional<String> named =
                binder.read("gpu", EngineKeys.Device.class)
                        .map(EngineKeys.Device::name)
                        .filter(name -> ranOn.startsWith("cuda") && !name.equals("auto"));
        return named.isPresent()
                ? named.map(ShippedGpus.catalogue()::named)
                : Devices.ranOn(ranOn, environment);
    }

    private static Step step(Stage stage, boolean enabled) {
        return enabled
                ? Step.on(stage)
                : Step.off(stage, "off: pipeline." + stage.name() + ".enable=true");
    }
}
