package dev.llmprof.run.settings;

import dev.llmprof.config.bind.InRange;
import dev.llmprof.config.bind.Open;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The parts of the configuration tree that the static analysis reads.
public final class StaticKeys {
    private StaticKeys() {}

    /// `pipeline.static_analysis`
    public record Static(
            boolean enable,
            boolean writeReports,
            boolean useAnalyticFallback,
            boolean useSyntheticInputs)
            implements StageKeys {}

    /// `model`
    @Open
    public record Model(
            String name,
            Optional<Path> path,
            Optional<String> dtype,
            Optional<Preprocess> preprocess) {}

    @Open
    public record Preprocess(
            @InRange(min = 16) Optional<Integer> baseSize,
            @InRange(min = 16) Optional<Integer> imageSize,
            Optional<Boolean> cropMode,
            @InRange(min = 2) Optional<Integer> maxTiles) {}

    /// `dataset`
    @Open
    public record Dataset(
            Optional<Path> root, Optional<Path> subsetFilelist, List<String> fallbackPatterns) {}

    /// `infer`
    @Open
    public record Infer(@InRange(min = 1) Optional<Integer> maxNewTokens) {}

    /// The root; a tree of the user's own may leave `request` out.
    @Open
    public record Root(Optional<Request> request) {}

    /// `request`
    @Open
    public record Request(@InRange(min = 0) Optional<Integer> prompt) {}

    /// `workload`
    @Open
    public record Workload(String kind) {}
}
