package dev.llmprof.run.stage;

import dev.llmprof.host.HostTool;
import dev.llmprof.host.check.Examination;
import dev.llmprof.pipeline.Stage;
import dev.llmprof.problem.Problem;
import dev.llmprof.run.settings.NcuKeys;
import dev.llmprof.run.settings.NsysKeys;
import dev.llmprof.stage.ncu.BudgetedNcuStage;
import dev.llmprof.stage.ncu.InstalledNcu;
import dev.llmprof.stage.ncu.NcuStage;
import dev.llmprof.stage.nsys.NsysStage;
import dev.llmprof.stage.server.ServedStage;
import dev.llmprof.stage.workload.RankLaunch;
import dev.llmprof.study.RequestClock;
import dev.llmprof.tool.Ncu;
import dev.llmprof.tool.NcuAnswers;
import dev.llmprof.tool.Nsys;
import dev.llmprof.tool.NsysAnswers;
import java.util.Optional;

/// The nsys and ncu stages from their keys.
public final class NsightStages {

    public static final String NSYS = "nsys";
    public static final String NCU = "ncu";

    private NsightStages() {}

    public static StageDefinition nsys() {
        return StageDefinition.of(NSYS, NsysKeys.class, NsightStages::nsys)
                .withPresets("profiling/nsys")
                .withTools(new HostTool(Nsys.PROGRAM, Nsys.version(), NsysAnswers::version, false))
                .withChecks(Examination::nsys, Examination::nsysImport, Examination::cpuSampling)
                .withTraces("nsys.sqlite", "nsys.stage.sqlite")
                .withClock(RequestClock.under(Nsys.PROGRAM))
                .renewedBy(ChangedKeys::recording)
                .withOldEntries("deep-profile-runner", "stage2-profile", "stage-all-run");
    }

    public static StageDefinition ncu() {
        return StageDefinition.of(NCU, NcuKeys.class, NsightStages::ncu)
                .withPresets("profiling/ncu")
                .withTools(new HostTool(Ncu.PROGRAM, Ncu.version(), NcuAnswers::version, true))
                .withChecks(Examination::ncu)
                .withCaptures("ncu.report")
                .withLight("pipeline.ncu.enable=false")
                .withClock(RequestClock.under(Ncu.PROGRAM))
                // Which kernels ncu looks at is nsys's to say.
                .renewedBy(keys -> keys.again().contains(NSYS))
                .withOldEntries("deep-profile-runner", "stage2-profile", "stage-all-run");
    }

    private static Optional<Stage> nsys(NsysKeys keys, Parts parts) {
        keys.check(parts.binder());
        return Optional.of(
                EngineStages.served(
                        new NsysStage(
                                keys.settings(),
                                parts.workload(),
                                new NsysFiles(),
                                parts.processes(),
                                parts.environment()),
                        parts,
                        ServedStage.Recording.AROUND));
    }

    /// ncu follows the processes that it starts; those of srun are started by others.
    private static void checkRanks(NcuKeys keys, Parts parts) {
        if (keys.enable()
                && parts.workload().surroundings().launch().kind() == RankLaunch.Kind.SRUN) {
            parts.binder()
                    .add(
                            new Problem(
                                    "ncu does not reach the ranks that srun starts",
                                    parts.binder().at("workload.launch.kind"),
                                    "pipeline.ncu.enable=false, or workload.launch.kind=torchrun"));
        }
    }

    private static Optional<Stage> ncu(NcuKeys keys, Parts parts) {
        keys.check(parts.binder());
        checkRanks(keys, parts);
        Stage stage =
                keys.budget()
                        .<Stage>map(budget ->
                                new BudgetedNcuStage(
                                        budget,
                                        parts.workload(),
                                        new PlannedLaunches(),
                                        new InstalledNcu(parts.processes())))
                        .orElseGet(() -> ncuOfChosenKernels(keys, parts));
        return Optional.of(EngineStages.served(stage, parts, ServedStage.Recording.AROUND));
    }

    private static Stage ncuOfChosenKernels(NcuKeys keys, Parts parts) {
        boolean afterNsys =
                parts.binder()
                        .read("pipeline.nsys", NsysKeys.class)
                        .map(NsysKeys::enable)
                        .orElse(false);
        return new NcuStage(
                keys.settings(),
                parts.workload(),
                new NsysKernelFiles(parts.topKernels()),
                afterNsys,
                new InstalledNcu(parts.processes()));
    }
}
