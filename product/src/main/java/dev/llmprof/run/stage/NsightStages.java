package dev.llmprof.run.stage;

import dev.llmprof.pipeline.Stage;
import dev.llmprof.pipeline.Step;
import dev.llmprof.run.settings.NcuKeys;
import dev.llmprof.run.settings.NsysKeys;
import dev.llmprof.stage.ncu.NcuStage;
import dev.llmprof.stage.nsys.NsysStage;
import java.util.Optional;

/// The nsys and ncu stages from their keys.
public final class NsightStages {

    private NsightStages() {}

    public static Optional<Step> nsys(Parts parts) {
        Optional<NsysKeys> keys = parts.binder().read("pipeline.nsys", NsysKeys.class);
        keys.ifPresent(each -> each.check(parts.binder()));
        return keys.map(each ->
                step(
                        new NsysStage(
                                each.settings(),
                                parts.workload(),
                                new NsysFiles(),
                                parts.processes(),
                                parts.environment()),
                        each.enable()));
    }

    public static Optional<Step> ncu(Parts parts) {
        Optional<NcuKeys> keys = parts.binder().read("pipeline.ncu", NcuKeys.class);
        keys.ifPresent(each -> each.check(parts.binder()));
        return keys.map(each ->
                step(
                        new NcuStage(
                                each.settings(),
                                parts.workload(),
                                csv -> NsysFiles.heaviest(csv, parts.topKernels()),
                                parts.processes()),
                        each.enable()));
    }

    private static Step step(Stage stage, boolean enabled) {
        return enabled
                ? Step.on(stage)
                : Step.off(stage, "off: pipeline." + stage.name() + ".enable=true");
    }
}
