package dev.llmprof.hardware;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// A GPU from the tree of its YAML file.
public final class GpuReader {
    private static final double GIGA = 1e9;
    private static final double TERA = 1e12;

    private GpuReader() {}

    /// One that the user wrote, as `conf/gpu` has them.
    public static Gpu file(Path file) {
        try {
            return parse(Files.readString(file), file.toString());
        } catch (MalformedInputException _) {
            throw new Problem("this file is not UTF-8", file.toString(), "").found();
        } catch (IOException e) {
            throw new Problem(
                            Files.exists(file)
                                    ? "no GPU can be read from this file"
                                    : "this file is not there",
                            file.toString(),
                            "write one as conf/gpu has them: llmprof init DIR shows them")
                    .found();
        }
    }

    public static Gpu parse(String yaml, String at) {
        try {
            Object tree =
                    new Load(LoadSettings.builder().setLabel(at).build()).loadFromString(yaml);
            return of(tree, at);
        } catch (YamlEngineException e) {
            throw new Problem("this YAML cannot be read: " + e.getMessage(), at, "").found();
        } catch (StackOverflowError deep) {
            throw new Problem("this YAML is nested too deep", at, "").found();
        }
    }

    /// The tree as any YAML reader gives it: maps, lists, texts and numbers.
    public static Gpu of(Object tree, String at) {
        Map<?, ?> gpu = map(tree, at, "the file");
        Map<?, ?> memory = map(gpu.get("memory"), at, "memory");
        Map<?, ?> link =
                gpu.get("interconnect") instanceof Map<?, ?> interconnect
                        ? interconnect
                        : Map.of("gigabytes_per_second", 0);
        Map<String, Double> vector = peaks(gpu, "vector_tera_per_second", at);
        return new Gpu(
                text(gpu, "name", at),
                text(gpu, "vendor", at),
                text(gpu, "architecture", at),
                texts(gpu.get("driver_names")),
                number(memory.get("gigabytes"), "memory.gigabytes", at) * GIGA,
                number(memory.get("gigabytes_per_second"), "memory.gigabytes_per_second", at)
                        * GIGA,
                number(link.get("gigabytes_per_second"), "interconnect", at) * GIGA,
                peaks(gpu, "dense_tera_per_second", at),
                peaks(gpu, "sparse_tera_per_second", at),
                vector.getOrDefault("fp32", 0.0),
                gpu.containsKey("source") ? text(gpu, "source", at) : at);
    }

    private static Map<String, Double> peaks(Map<?, ?> gpu, String key, String at) {
        Map<String, Double> peaks = new LinkedHashMap<>();
        if (gpu.get(key) instanceof Map<?, ?> given) {
            given.forEach((format, peak) ->
                    peaks.put(String.valueOf(format), number(peak, key + "." + format, at) * TERA));
        }
        return peaks;
    }

    private static Map<?, ?> map(@Nullable Object value, String at, String what) {
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw new Problem(what + " is not a mapping", at, "see any file in conf/gpu").found();
    }

    private static String text(Map<?, ?> gpu, String key, String at) {
        Object value = gpu.get(key);
        if (value == null) {
            throw new Problem("a GPU needs " + key, at, key + ": …").found();
        }
        return String.valueOf(value);
    }

    private static List<String> texts(@Nullable Object value) {
        List<String> texts = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.forEach(item -> texts.add(String.valueOf(item)));
        }
        return texts;
    }

    private static double number(@Nullable Object value, String key, String at) {
        if (value instanceof Number number && number.doubleValue() >= 0) {
            return number.doubleValue();
        }
        throw new Problem(key + " is not a number of zero or more", at, "").found();
    }
}
