package dev.llmprof.run.stage;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.host.Devices;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.run.settings.CaptureKeys;
import dev.llmprof.run.settings.EngineBinding;
import dev.llmprof.run.settings.EngineKeys;
import dev.llmprof.run.settings.GpuKeys;
import dev.llmprof.stage.direct.DirectInferenceStage;
import dev.llmprof.stage.server.ServedStage;
import dev.llmprof.stage.torch.TorchProfilerStage;
import dev.llmprof.stage.workload.TorchProfilerSettings;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.study.MeasuredModel;
import dev.llmprof.study.RequestClock;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/// The stages that run the workload by itself and under the PyTorch profiler, from their keys.
public final class EngineStages {

    public static final String TORCH = "torch_profiler";

    static final String DIRECT = "direct_inference";

    private EngineStages() {}

    public static StageDefinition directInference() {
        return StageDefinition.of(
                        DIRECT,
                        EngineKeys.Direct.class,
                        (keys, parts) ->
                                Optional.of(
                                        served(
                                                new DirectInferenceStage(
                                                        keys.timeout(), parts.workload()),
                                                parts,
                                                ServedStage.Recording.NONE)))
                .alsoOn(EngineStages::timesAlone, "capture.bare=on")
                .withLight("capture.bare=off")
                .withClock(RequestClock.BARE)
                .renewedBy(ChangedKeys::bare)
                .withOldEntries("direct-inference-runner");
    }

    /// The built-in workload times itself beside its recording, where PyTorch's profiler has one.
    private static boolean timesAlone(Parts parts) {
        Binder binder = parts.binder();
        return switch (CaptureKeys.bare(binder)) {
            case ON -> true;
            case OFF -> false;
            case AUTO ->
                    parts.workload() instanceof Workload.Server
                            || (parts.workload() instanceof Workload.Builtin
                                    && !on(binder, TORCH)
                                    && on(binder, NsightStages.NSYS));
        };
    }

    private static boolean on(Binder binder, String stage) {
        return binder.read("pipeline." + stage, EngineKeys.Switch.class)
                .filter(EngineKeys.Switch::enable)
                .isPresent();
    }

    public static StageDefinition torchProfiler() {
        return StageDefinition.of(TORCH, EngineKeys.Torch.class, EngineStages::torch)
                .withPresets("profiling/torch")
                .withTraces("torch.trace")
                .withLight("profiling/torch@pipeline.torch_profiler=torch-profiler.min")
                .withClock(RequestClock.BESIDE_RECORDING)
                // Times that stand beside a trace are those of the pass without a profiler.
                .renewedBy(
                        keys -> keys.bare() || keys.recording() || keys.stages().contains(DIRECT))
                .withOldEntries(
                        "llm-profile-runner",
                        "stage1-run",
                        "stage1-run-no-static",
                        "stage-all-run");
    }

    private static Optional<Stage> torch(EngineKeys.Torch keys, Parts parts) {
        Binder binder = parts.binder();
        TorchProfilerSettings plain = EngineBinding.torch(keys, binder);
        TorchProfilerSettings settings =
                parts.workload() instanceof Workload.Server server
                        ? plain.recording(server.window())
                        : plain;
        var reports =
                new TorchReportFiles(
                        Assumptions.of(parts.workload(), settings),
                        results ->
                                MeasuredModel.of(
                                        results,
                                        device -> device(binder, device, parts.environment())),
                        InstantSource.system());
        return Optional.of(
                served(
                        new TorchProfilerStage(
                                settings, parts.workload(), reports, parts.environment()),
                        parts,
                        ServedStage.Recording.TORCH));
    }

    /// A stage whose program is a server loads it.
    static Stage served(Stage stage, Parts parts, ServedStage.Recording recording) {
        return parts.workload() instanceof Workload.Server server
                ? new ServedStage(stage, server, recording)
                : stage;
    }

    /// The GPU that the user named; else the one that is there.
    private static Optional<Gpu> device(
            Binder binder, String ranOn, Map<String, String> environment) {
        return Optional.of(ranOn)
                .filter(device -> device.startsWith("cuda"))
                .flatMap(_ -> GpuKeys.named(binder))
                .or(() -> Devices.ranOn(ranOn, environment));
    }
}
