package dev.llmprof.run;

import dev.llmprof.run.engine.BuiltinEngine;
import dev.llmprof.tool.EngineBuild;
import java.util.List;
import java.util.Optional;

/// An engine that nobody has to start.
public final class PretendedEngine {
    private static final List<String> LAUNCHER = List.of("engine");

    private PretendedEngine() {}

    public static BuiltinEngine forTheCpu() {
        return new BuiltinEngine(
                LAUNCHER,
                Optional.empty(),
                _ -> Optional.of(new EngineBuild("2.10.0-1.5.13", false, false, 0)));
    }

    /// `says` is what its CUDA build answers, if it starts.
    public static BuiltinEngine withCuda(Optional<EngineBuild> says) {
        return new BuiltinEngine(LAUNCHER, Optional.of(List.of("cuda-engine")), _ -> says);
    }
}
