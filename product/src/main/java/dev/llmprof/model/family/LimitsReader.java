package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.vision.PictureLimits;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// The sizes of pictures from `preprocessor_config.json`, which lies beside some descriptions and
/// is read with them, else those of the family's published models.
final class LimitsReader {
    static final String FILE = "preprocessor_config.json says";
    static final String FAMILY =
            "the family's published models have it (there is no preprocessor_config.json)";

    private LimitsReader() {}

    /// The file counts the pixels of as many frames as a patch reaches over.
    static PictureLimits area(ModelConfig config, long frames, boolean enlarged) {
        String[] bounds = bounds(config, "pixels=");
        OptionalLong least = inSize(config, "min_pixels", "shortest_edge");
        OptionalLong most = inSize(config, "max_pixels", "longest_edge");
        boolean said = least.isPresent() || most.isPresent();
        return new PictureLimits.Area(
                Math.ceilDiv(least.orElse(Long.parseLong(bounds[0])), frames),
                most.orElse(Long.parseLong(bounds[1])) / frames,
                enlarged,
                source(said));
    }

    static PictureLimits longest(ModelConfig config, long edge) {
        OptionalLong said = inSize(config, "longest_edge", "longest_edge");
        return new PictureLimits.Longest(said.orElse(edge), source(said.isPresent()));
    }

    static PictureLimits patches(ModelConfig config, long side) {
        String[] bounds = bounds(config, "patches=");
        Optional<ModelConfig> inner = file(config).flatMap(own -> own.inner("media_proc_cfg"));
        OptionalLong most =
                first(
                        inner.map(own -> own.whole("in_patch_limit")),
                        file(config).map(own -> own.whole("in_token_limit", "max_patches")));
        OptionalLong along =
                first(
                        inner.map(own -> own.whole("patch_limit_on_one_side")),
                        file(config)
                                .flatMap(own -> own.inner("size"))
                                .map(size -> size.whole("max_height")));
        return new PictureLimits.Patches(
                side,
                most.orElse(Long.parseLong(bounds[0])),
                along.orElse(Long.parseLong(bounds[1])),
                source(most.isPresent()));
    }

    static PictureLimits budget(ModelConfig config) {
        OptionalLong said = first(file(config).map(own -> own.whole("max_soft_tokens")));
        long published = Long.parseLong(bounds(config, "positions_of_picture=")[0]);
        return new PictureLimits.Budget(said.orElse(published), true, source(said.isPresent()));
    }

    static Optional<ModelConfig> file(ModelConfig config) {
        return config.inner("preprocessor_config");
    }

    static String source(boolean said) {
        return said ? FILE : FAMILY;
    }

    private static String[] bounds(ModelConfig config, String word) {
        return Families.word(config.modelType(), word).orElseThrow().split(":", 2);
    }

    private static OptionalLong inSize(ModelConfig config, String plain, String inSize) {
        return first(
                file(config)
                        .flatMap(own -> own.inner("size"))
                        .map(size -> size.whole(inSize, plain)),
                file(config).map(own -> own.whole(plain)));
    }

    /// The first that says a size.
    @SafeVarargs
    static OptionalLong first(Optional<OptionalLong>... sizes) {
        return Stream.of(sizes)
                .flatMap(Optional::stream)
                .filter(size -> size.isPresent() && size.getAsLong() > 0)
                .findFirst()
                .orElse(OptionalLong.empty());
    }
}
