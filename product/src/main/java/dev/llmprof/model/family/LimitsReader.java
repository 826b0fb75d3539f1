package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.vision.PictureLimits;
import java.util.Optional;
import java.util.OptionalLong;

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
        Optional<ModelConfig> file = file(config);
        Optional<ModelConfig> media = file.flatMap(own -> own.inner("media_proc_cfg"));
        Optional<ModelConfig> size = file.flatMap(own -> own.inner("size"));
        OptionalLong plain = some(file, "in_token_limit", "max_patches");
        OptionalLong most = either(some(media, "in_patch_limit"), plain);
        OptionalLong high = some(size, "max_height");
        OptionalLong along = either(some(media, "patch_limit_on_one_side"), high);
        return new PictureLimits.Patches(
                side,
                most.orElse(Long.parseLong(bounds[0])),
                along.orElse(Long.parseLong(bounds[1])),
                source(most.isPresent()));
    }

    static PictureLimits budget(ModelConfig config) {
        OptionalLong said = some(file(config), "max_soft_tokens");
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
        Optional<ModelConfig> size = file(config).flatMap(own -> own.inner("size"));
        return either(some(size, inSize, plain), some(file(config), plain));
    }

    private static OptionalLong either(OptionalLong first, OptionalLong second) {
        return first.isPresent() ? first : second;
    }

    /// A size above zero under one of these keys.
    static OptionalLong some(Optional<ModelConfig> part, String... keys) {
        OptionalLong size = part.map(own -> own.whole(keys)).orElse(OptionalLong.empty());
        return size.isPresent() && size.getAsLong() > 0 ? size : OptionalLong.empty();
    }
}
