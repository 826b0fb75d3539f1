package dev.llmprof.stage.paper;

import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.Request;
import java.util.Optional;

/// What the static analysis is told. `model` is a path or a preset, absent where nobody can know
/// what the workload runs; `precision` replaces the checkpoint's own.
public record StaticSettings(
        boolean writeReports,
        boolean useAnalyticFallback,
        Optional<String> model,
        Optional<Precision> precision,
        Request request) {}
