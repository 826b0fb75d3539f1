package dev.llmprof.app.run;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.problem.Problem;
import dev.llmprof.stage.Workload;
import dev.llmprof.stage.Workload.Surroundings;
import java.util.List;

/// The built-in engine from its keys.
final class BuiltinParts {

    private BuiltinParts() {}

    static Workload of(Binder binder, RunKeys run, String device, Surroundings surroundings) {
        binder.add(
                new Problem(
                        "the built-in workload is not part of this build",
                        binder.at("workload.kind"),
                        "llmprof run -- program argument…"));
        return new Workload.Command(List.of("false"), surroundings);
    }
}
