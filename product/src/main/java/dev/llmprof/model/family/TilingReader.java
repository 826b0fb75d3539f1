package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.vision.Tiling;
import dev.llmprof.model.vision.Tiling.Pinpoints.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// How pictures are cut, one way for each value of the word `tiles=`: as `preprocessor_config.json`
/// says, else config.json, else as in the family's published models.
record TilingReader(ModelConfig config, long side, long patchesAcross) {
    private static final String MOST_TILES = "anyres_max_";
    private static final List<List<Long>> PINPOINTS =
            List.of(
                    List.of(336L, 672L),
                    List.of(672L, 336L),
                    List.of(672L, 672L),
                    List.of(1008L, 336L),
                    List.of(336L, 1008L));

    Tiling read() {
        return switch (Families.word(config.modelType(), "tiles=").orElse("none")) {
            case "none" -> new Tiling.Whole();
            case "nearest" -> nearest();
            case "canvas" -> canvas();
            case "longest" -> longest();
            case "pinpoints" -> pinpoints();
            default -> throw new IllegalStateException("tiles of " + config.modelType());
        };
    }

    private Tiling nearest() {
        OptionalLong said =
                file().map(own -> own.whole("max_patches")).orElse(OptionalLong.empty());
        OptionalLong own = config.whole("max_dynamic_patch");
        boolean cuts = config.flag("dynamic_image_size", true);
        int most = (int) said.orElse(own.orElse(12));
        int least =
                (int)
                        file().map(file -> file.whole("min_patches"))
                                .orElse(OptionalLong.empty())
                                .orElse(config.whole(1, "min_dynamic_patch"));
        return new Tiling.Nearest(
                side,
                cuts ? Math.max(1, least) : 1,
                cuts ? Math.max(1, most) : 1,
                config.flag("use_thumbnail", true),
                source(said.isPresent(), own.isPresent()));
    }

    private Tiling canvas() {
        OptionalLong said =
                file().map(own -> own.whole("max_patches")).orElse(OptionalLong.empty());
        return new Tiling.Canvas(
                inFile("size", "height").orElse(side),
                (int) said.orElse(16),
                source(said.isPresent(), false));
    }

    private Tiling longest() {
        OptionalLong edge = inFile("size", "longest_edge");
        OptionalLong tile = inFile("max_image_size", "longest_edge");
        boolean splits = file().map(own -> own.flag("do_image_splitting", true)).orElse(true);
        return new Tiling.Longest(
                edge.orElse(4 * tile.orElse(side)),
                tile.orElse(side),
                splits,
                source(edge.isPresent() || tile.isPresent(), false));
    }

    private Tiling pinpoints() {
        List<?> said = file().map(own -> own.list("image_grid_pinpoints")).orElse(List.of());
        List<?> own = config.list("image_grid_pinpoints");
        List<?> chosen = said.isEmpty() ? own : said;
        return new Tiling.Pinpoints(
                sizes(chosen),
                side,
                patchesAcross,
                mostTiles(),
                source(!said.isEmpty(), !own.isEmpty()));
    }

    /// Written as `anyres_max_9`.
    private OptionalLong mostTiles() {
        String said = config.text("vision_aspect_ratio").orElse("");
        return said.matches(MOST_TILES + "\\d{1,9}")
                ? OptionalLong.of(Long.parseLong(said.substring(MOST_TILES.length())))
                : OptionalLong.empty();
    }

    /// Where none are listed: LLaVA-Next's, or all up to so many tiles along each side.
    private List<Size> usual() {
        OptionalLong along =
                Families.word(config.modelType(), "pinpoints_along=").stream()
                        .mapToLong(Long::parseLong)
                        .findFirst();
        if (along.isEmpty()) {
            return sizes(PINPOINTS);
        }
        List<Size> sizes = new ArrayList<>();
        for (long down = 1; down <= along.getAsLong(); down++) {
            for (long across = 1; across <= along.getAsLong(); across++) {
                sizes.add(new Size(across * side, down * side));
            }
        }
        return sizes;
    }

    /// Listed as height and width.
    private List<Size> sizes(List<?> pairs) {
        List<Size> sizes = new ArrayList<>();
        for (Object pair : pairs) {
            if (pair instanceof List<?> list
                    && list.size() == 2
                    && list.get(0) instanceof Number height
                    && list.get(1) instanceof Number width) {
                sizes.add(new Size(width.longValue(), height.longValue()));
            }
        }
        return sizes.isEmpty() ? usual() : sizes;
    }

    private Optional<ModelConfig> file() {
        return LimitsReader.file(config);
    }

    private OptionalLong inFile(String object, String key) {
        return LimitsReader.some(file().flatMap(own -> own.inner(object)), key);
    }

    private static String source(boolean file, boolean config) {
        return !file && config ? "config.json says" : LimitsReader.source(file);
    }
}
