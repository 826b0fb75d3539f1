package dev.llmprof.run.stage;

import dev.llmprof.host.HostTool;
import dev.llmprof.host.check.Examination;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.run.settings.NcuKeys;
import dev.llmprof.run.settings.NsysKeys;
import dev.llmprof.stage.ncu.BudgetedNcuStage;
import dev.llmprof.stage.ncu.NcuStage;
import dev.llmprof.stage.nsys.NsysStage;
import dev.llmprof.tool.Ncu;
import dev.llmprof.tool.NcuAnswers;
import dev.llmprof.tool.Nsys;
import dev.llmprof.tool.NsysAnswers;
import java.util.Optional;

/// The nsys and ncu stages from their keys.
public final class NsightStages {

    private NsightStages() {}

    public static StageDefinition nsys() {
        return StageDefinition.of("nsys", NsysKeys.class, NsightStages::nsys)
                .withPresets("profiling/nsys")
                .withTools(new HostTool(Nsys.PROGRAM, Nsys.version(), NsysAnswers::version, false))
                .withChecks(Examination::nsys, Examination::nsysImport, Examination::cpuSampling)
                .withCaptures("nsys.sqlite", "nsys.stage.sqlite");
    }

    public static StageDefinition ncu() {
        return StageDefinition.of("ncu", NcuKeys.class, NsightStages::ncu)
                .withPresets("profiling/ncu")
                .withTools(new HostTool(Ncu.PROGRAM, Ncu.version(), NcuAnswers::version, true))
                .withChecks(Examination::ncu)
                .withCaptures("ncu.report")
                .withLight("pipeline.ncu.enable=false");
    }

    private static Optional<Stage> nsys(NsysKeys keys, Parts parts) {
        keys.check(parts.binder());
        return Optional.of(
                new NsysStage(
                        keys.settings(),
                        parts.workload(),
                        new NsysFiles(),
                        parts.processes(),
                        parts.environment()));
    }

    private static Optional<Stage> ncu(NcuKeys keys, Parts parts) {
        keys.check(parts.binder());
        if (keys.budget().isPresent()) {
            return Optional.of(
                    new BudgetedNcuStage(
                            keys.budget().get(),
                            parts.workload(),
                            new PlannedLaunches(),
                            parts.processes()));
        }
        return Optional.of(
                new NcuStage(
                        keys.settings(),
                        parts.workload(),
                        new NsysKernelFiles(parts.topKernels()),
                        parts.binder()
                                .read("pipeline.nsys", NsysKeys.class)
                                .map(NsysKeys::enable)
                                .orElse(false),
                        parts.processes()));
    }
}
