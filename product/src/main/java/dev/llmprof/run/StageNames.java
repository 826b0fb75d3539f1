package dev.llmprof.run;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.pipeline.Step;
import dev.llmprof.problem.Nearest;
import dev.llmprof.problem.Problem;
import java.util.List;

/// A key under `pipeline` that no stage reads would be a toggle that does nothing.
final class StageNames {

    private StageNames() {}

    static void check(Binder binder, List<Step> steps) {
        List<String> names = steps.stream().map(step -> step.stage().name()).toList();
        if (!(binder.read("pipeline", Node.class).orElse(null) instanceof MapNode pipeline)) {
            return;
        }
        for (Object key : pipeline.keys()) {
            String name = String.valueOf(key);
            if (!names.contains(name)) {
                binder.add(
                        new Problem(
                                "there is no stage '" + name + "'",
                                binder.at("pipeline." + name),
                                Nearest.to(name, names)
                                        .map(near -> "did you mean pipeline." + near + "?")
                                        .orElse("one of " + String.join(", ", names))));
            }
        }
    }
}
