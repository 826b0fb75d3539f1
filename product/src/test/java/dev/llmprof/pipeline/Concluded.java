package dev.llmprof.pipeline;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// A run from its first manifest to its last, with nothing made of its stages.
final class Concluded {
    private Concluded() {}

    static Manifest run(
            List<Step> steps, Path run, Optional<Manifest> earlier, Orchestrator.Means means) {
        Manifest ended = Orchestrator.run(steps, run, begun(steps, run, earlier, means), means);
        ManifestKeeper.conclude(ended, run, true).ifPresent(means.progress()::warn);
        return ended;
    }

    static Manifest begun(
            List<Step> steps, Path run, Optional<Manifest> earlier, Orchestrator.Means means) {
        var request =
                new Manifest.Request(
                        "0.1.0",
                        List.of("run"),
                        run,
                        new Manifest.Beginning("/work", new TreeMap<>()));
        List<String> names = steps.stream().map(step -> step.stage().name()).toList();
        return ManifestKeeper.begin(
                Manifest.begun(request, names, earlier, means.clock().instant()), run);
    }
}
