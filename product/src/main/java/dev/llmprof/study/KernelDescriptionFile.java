package dev.llmprof.study;

import dev.llmprof.analysis.kernel.KernelDescriptions;
import dev.llmprof.problem.GivenFile;
import dev.llmprof.problem.Problem;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// A YAML list of `raw_name` and `friendly_name`; the last tile of `data_shape.tiled`, what the
/// kernel computes at once, is shown behind the name.
public final class KernelDescriptionFile {
    private static final String SHAPE =
            "a list of entries with raw_name and friendly_name, data_shape.tiled where known";

    private static final String FIX = "give " + SHAPE;

    private KernelDescriptionFile() {}

    public static KernelDescriptions read(Path file) {
        Object root;
        try {
            root =
                    new Load(LoadSettings.builder().build())
                            .loadFromString(GivenFile.text(file, FIX));
        } catch (YamlEngineException | StackOverflowError wrong) {
            // The library sets no limit to nesting.
            throw problem("this is not YAML, or nested too deep: " + wrong.getMessage(), file);
        }
        if (!(root instanceof List<?> entries) || entries.isEmpty()) {
            throw problem("this holds no list of kernels", file);
        }
        Map<String, String> names = new LinkedHashMap<>();
        for (int at = 0; at < entries.size(); at++) {
            if (!(entries.get(at) instanceof Map<?, ?> entry)
                    || !(entry.get("raw_name") instanceof String raw)
                    || !(entry.get("friendly_name") instanceof String friendly)) {
                throw problem("entry " + (at + 1) + " has no raw_name or no friendly_name", file);
            }
            names.putIfAbsent(raw, friendly + tile(entry));
        }
        return new KernelDescriptions(names);
    }

    /// ` (32x32)` of `[(32, 128), (128, 32), "->", (32, 32)]`, which YAML splits at every comma.
    private static String tile(Map<?, ?> entry) {
        if (!(entry.get("data_shape") instanceof Map<?, ?> shape)
                || !(shape.get("tiled") instanceof List<?> all)
                || all.isEmpty()
                || !(all.getLast() instanceof List<?> last)
                || !last.contains("->")) {
            return "";
        }
        String sides =
                last.subList(last.lastIndexOf("->") + 1, last.size()).stream()
                        .map(word -> word.toString().replaceAll("[()\\s]", ""))
                        .filter(word -> !word.isEmpty())
                        .collect(Collectors.joining("x"));
        return sides.isEmpty() ? "" : " (" + sides + ")";
    }

    private static Problem.Found problem(String what, Path file) {
        return new Problem(what, file.toString(), FIX).found();
    }
}
