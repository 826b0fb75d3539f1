package dev.llmprof.run;

import dev.llmprof.config.Composition;
import dev.llmprof.config.bind.Binder;
import dev.llmprof.pipeline.Step;
import dev.llmprof.run.workload.WorkloadParts;
import dev.llmprof.stage.workload.Workload;
import java.util.List;

/// A run that may start: everything is bound, and nothing is wrong.
record ReadyRun(
        Composition composition, Binder binder, WorkloadParts.Placed placed, List<Step> steps) {
    ReadyRun {
        steps = List.copyOf(steps);
    }

    Workload workload() {
        return placed.workload();
    }
}
