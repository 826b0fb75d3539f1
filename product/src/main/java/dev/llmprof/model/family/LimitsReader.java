package dev.llmprof.model.family;

import dev.llmprof.model.checkpoint.ModelConfig;
import dev.llmprof.model.vision.PictureLimits;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// The sizes of pictures from `preprocessor_config.json`, which lies beside some descriptions and
/// is read with them, else those of the family's published models.
final class LimitsReader {
    private static final String FILE = "preprocessor_config.json says";
    private static final String FAMILY =
            "the family's published models have it (there is no preprocessor_config.json)";

    private LimitsReader() {}

    static PictureLimits area(ModelConfig config, long minPixels, long maxPixels) {
        OptionalLong least = asked(config, "min_pixels", "shortest_edge");
        OptionalLong most = asked(config, "max_pixels", "longest_edge");
        boolean said = least.isPresent() || most.isPresent();
        return new PictureLimits.Area(
                least.orElse(minPixels), most.orElse(maxPixels), said ? FILE : FAMILY);
    }

    static PictureLimits longest(ModelConfig config, long edge) {
        OptionalLong said = asked(config, "longest_edge", "longest_edge");
        return new PictureLimits.Longest(said.orElse(edge), said.isPresent() ? FILE : FAMILY);
    }

    private static OptionalLong asked(ModelConfig config, String plain, String inSize) {
        Optional<ModelConfig> file = config.inner("preprocessor_config");
        List<OptionalLong> found =
                Stream.concat(
                                file.flatMap(own -> own.inner("size")).stream()
                                        .map(size -> size.whole(inSize, plain)),
                                file.stream().map(own -> own.whole(plain)))
                        .filter(OptionalLong::isPresent)
                        .filter(size -> size.getAsLong() > 0)
                        .toList();
        return found.isEmpty() ? OptionalLong.empty() : found.getFirst();
    }
}
