package dev.llmprof.stage.ncu;

import dev.llmprof.tool.Ncu;
import java.time.Duration;

/// How the ncu stage profiles. Without `gated` neither ranges nor nsys's kernel names narrow it.
public record NcuSettings(
        Ncu.Settings profiling,
        boolean gated,
        String kernelNameBase,
        boolean exportCsv,
        Duration timeout) {}
