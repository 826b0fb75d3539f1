package dev.llmprof.app;

import dev.llmprof.cli.report.RunReports;
import dev.llmprof.run.AfterRun;
import dev.llmprof.run.stage.EngineStages;
import dev.llmprof.run.stage.NsightStages;
import dev.llmprof.run.stage.Parts;
import dev.llmprof.run.stage.StaticStages;
import java.util.List;

/// Everything that can be plugged in, listed by hand. Read it to see what the program can do.
public final class Wiring {

    private Wiring() {}

    /// The stages of a run, in their order.
    public static List<Parts.Maker> stages() {
        return List.of(
                StaticStages::step,
                parts -> EngineStages.directInference(parts.binder(), parts.workload()),
                parts ->
                        EngineStages.torchProfiler(
                                parts.binder(), parts.workload(), parts.environment()),
                NsightStages::nsys,
                NsightStages::ncu);
    }

    /// What is done with a run directory once its stages have ended, in this order.
    public static List<AfterRun> afterRun() {
        return List.of(RunReports::write);
    }
}
