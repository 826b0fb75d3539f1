package dev.llmprof.model.checkpoint;

import dev.llmprof.problem.Problem;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A model's `config.json`, asked by key. It remembers what was asked, so that what nobody
/// understood can be told.
public final class ModelConfig {
    private static final long LARGEST = 1L << 40;

    private final Map<String, Object> values;
    private final Map<String, Object> defaults;
    private final String at;
    private final Set<String> asked = new LinkedHashSet<>();

    public ModelConfig(Map<String, Object> values, String at) {
        this(values, Map.of(), at);
    }

    private ModelConfig(Map<String, Object> values, Map<String, Object> defaults, String at) {
        this.values = Map.copyOf(values);
        this.defaults = Map.copyOf(defaults);
        this.at = at;
    }

    /// The same with another value.
    public ModelConfig with(String key, Object value) {
        Map<String, Object> changed = new HashMap<>(values);
        changed.put(key, value);
        return new ModelConfig(changed, defaults, at);
    }

    /// The same, asking these where the file itself is silent; a null in the file is no silence.
    public ModelConfig withDefaults(Map<String, Object> others) {
        return new ModelConfig(values, others, at);
    }

    public static ModelConfig parse(byte[] json, String at) {
        return new ModelConfig(JsonTree.object(json, at), at);
    }

    /// The file it came from.
    public String at() {
        return at;
    }

    public String modelType() {
        return text("model_type").orElse("");
    }

    public List<String> architectures() {
        return list("architectures").stream().map(String::valueOf).toList();
    }

    /// All keys of the file itself.
    public Set<String> keys() {
        return values.keySet();
    }

    public boolean has(String key) {
        return !values.getOrDefault(key, JsonTree.NULL).equals(JsonTree.NULL);
    }

    public Optional<String> text(String key) {
        return value(key).filter(String.class::isInstance).map(String.class::cast);
    }

    public boolean flag(String key, boolean otherwise) {
        return value(key)
                .filter(Boolean.class::isInstance)
                .map(Boolean.class::cast)
                .orElse(otherwise);
    }

    public List<?> list(String key) {
        return value(key).filter(List.class::isInstance).map(v -> (List<?>) v).orElse(List.of());
    }

    public Optional<Double> number(String key) {
        return value(key).filter(Number.class::isInstance).map(v -> ((Number) v).doubleValue());
    }

    /// The first of these keys that holds a whole number, in the file before the defaults.
    public OptionalLong whole(String... keys) {
        asked.addAll(List.of(keys));
        for (String key : keys) {
            if (values.get(key) instanceof Number number) {
                return OptionalLong.of(checked(key, number));
            }
        }
        for (String key : keys) {
            if (values.containsKey(key)) {
                return OptionalLong.empty();
            }
        }
        for (String key : keys) {
            if (defaults.get(key) instanceof Number number) {
                return OptionalLong.of(checked(key, number));
            }
        }
        return OptionalLong.empty();
    }

    /// The first of these keys that holds numbers, one a layer; empty where none does.
    public List<Long> wholes(String... keys) {
        asked.addAll(List.of(keys));
        for (String key : keys) {
            if (values.get(key) instanceof List<?> list
                    && !list.isEmpty()
                    && list.stream().allMatch(Number.class::isInstance)) {
                return list.stream().map(each -> checked(key, (Number) each)).toList();
            }
        }
        return List.of();
    }

    public long whole(long otherwise, String... keys) {
        return whole(keys).orElse(otherwise);
    }

    public long need(String what, String... keys) {
        OptionalLong value = whole(keys);
        if (value.isEmpty() || value.getAsLong() < 1) {
            throw new Problem(
                            "no " + what + " in this config.json",
                            at,
                            "it is looked for as " + String.join(", ", keys))
                    .found();
        }
        return value.getAsLong();
    }

    /// Refuses sizes of nothing among these keys, where it has them.
    public void needSome(Iterable<String> keys) {
        for (String key : keys) {
            boolean none =
                    switch (values.get(key)) {
                        case Number number -> !(number.doubleValue() > 0);
                        case List<?> list ->
                                list.stream()
                                        .anyMatch(each ->
                                                each instanceof Number number
                                                        && !(number.doubleValue() > 0));
                        case null, default -> false;
                    };
            if (none) {
                throw new Problem(key + " is " + values.get(key), at, "a number above 0").found();
            }
        }
    }

    @SuppressWarnings("unchecked")
    public Optional<ModelConfig> inner(String key) {
        return value(key)
                .filter(Map.class::isInstance)
                .map(v -> new ModelConfig((Map<String, Object>) v, at + " " + key));
    }

    /// What `per_layer_config` says of one layer, which it may write as 5 or 05.
    public Optional<ModelConfig> inLayer(int layer) {
        return inner("per_layer_config")
                .flatMap(all ->
                        all.inner(String.valueOf(layer))
                                .or(() -> all.inner(String.format(Locale.ROOT, "%02d", layer))));
    }

    /// Says that a key is known and changes nothing that is counted.
    public void ignore(String... keys) {
        asked.addAll(List.of(keys));
    }

    /// Keys nobody asked for, sorted; one that says null asks for nothing.
    public List<String> unasked() {
        Set<String> left = new TreeSet<>(values.keySet());
        left.removeAll(asked);
        left.removeIf(key -> !has(key));
        left.removeIf(IgnoredKeys::contains);
        return List.copyOf(left);
    }

    /// Those of them that may give a tensor its size: a number, a list or an object of some, or a
    /// part switched on.
    public List<String> unaskedSizes() {
        return unasked().stream().filter(key -> maySize(values.get(key))).toList();
    }

    private static boolean maySize(@Nullable Object value) {
        return switch (value) {
            case Boolean on -> on;
            case Number number -> number.doubleValue() > 1 && number.doubleValue() % 1 == 0;
            case List<?> list -> list.stream().anyMatch(ModelConfig::maySize);
            case Map<?, ?> map -> map.values().stream().anyMatch(ModelConfig::maySize);
            case null, default -> false;
        };
    }

    private Optional<Object> value(String key) {
        asked.add(key);
        Object own = values.get(key);
        return Optional.ofNullable(own == null ? defaults.get(key) : own);
    }

    private long checked(String key, Number number) {
        double value = number.doubleValue();
        if (value < 0 && value >= -1) {
            return 0;
        }
        if (value < 0 || value > LARGEST || value != Math.rint(value)) {
            throw new Problem(
                            key + " is " + number + ", more than any model has",
                            at,
                            "a whole number from 0 to " + LARGEST)
                    .found();
        }
        return (long) value;
    }
}
