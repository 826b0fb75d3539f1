package dev.llmprof.run;

import dev.llmprof.config.Composition;
import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.problem.Nearest;
import dev.llmprof.problem.Problem;
import java.util.List;

/// A root key that an override adds with `+` and nobody reads is a mistake like any other. One of a
/// tree's own files may be there for others of its keys to refer to.
final class RootKeys {
    private static final List<String> KNOWN =
            List.of(
                    "baseline",
                    "capture",
                    "dataset",
                    "device",
                    "gate",
                    "gpu",
                    "infer",
                    "load",
                    "model",
                    "pipeline",
                    "request",
                    "run",
                    "workload");

    private RootKeys() {}

    static void check(Composition composition, Binder binder) {
        for (var entry : composition.job().entries()) {
            String key = String.valueOf(entry.getKey());
            Node node = entry.getValue();
            if (!KNOWN.contains(key) && node.origin() instanceof Origin.FromOverride) {
                binder.add(
                        new Problem(
                                key + " is not a known key",
                                Origin.describe(node.origin()),
                                Nearest.to(key, KNOWN)
                                        .map(near -> "did you mean " + near + "?")
                                        .orElse("known keys: " + String.join(", ", KNOWN))));
            }
        }
    }
}
