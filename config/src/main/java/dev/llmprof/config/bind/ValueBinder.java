package dev.llmprof.config.bind;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.node.Place;
import dev.llmprof.config.python.PythonText;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Turns one value of the tree into one Java value, by its type.
final class ValueBinder {
    private final Binder binder;

    ValueBinder(Binder binder) {
        this.binder = binder;
    }

    /// Empty where there was a problem, which is then known to the binder.
    Optional<Object> value(Place place, Type type) {
        Place resolved;
        try {
            resolved = binder.resolve(place);
        } catch (ConfigError unresolved) {
            binder.problems(unresolved);
            return Optional.empty();
        }
        if (resolved.node() instanceof Node.Missing) {
            return problem(place, "has no value yet (???)", place.fullKey() + "=<value>");
        }
        return type instanceof ParameterizedType generic
                ? generic(place, resolved, generic)
                : plain(place, resolved, (Class<?>) type);
    }

    private Optional<Object> generic(Place place, Place resolved, ParameterizedType type) {
        Class<?> raw = (Class<?>) type.getRawType();
        Type last = type.getActualTypeArguments()[type.getActualTypeArguments().length - 1];
        if (raw == Optional.class) {
            return resolved.node() instanceof Node.Nothing
                    ? Optional.of(Optional.empty())
                    : value(resolved.with(resolved.node()), last).map(Optional::of);
        }
        if (raw == List.class) {
            return resolved.node() instanceof ListNode list
                    ? list(resolved, list, last)
                    : mismatch(place, resolved, "a list");
        }
        if (raw == Map.class) {
            return resolved.node() instanceof MapNode map
                    ? map(resolved, map, last)
                    : mismatch(place, resolved, "a map");
        }
        throw new IllegalArgumentException("no binding for " + type);
    }

    private Optional<Object> list(Place place, ListNode list, Type item) {
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            value(place.child(i, list.items().get(i)), item).ifPresent(items::add);
        }
        return items.size() == list.size() ? Optional.of(List.copyOf(items)) : Optional.empty();
    }

    private Optional<Object> map(Place place, MapNode map, Type type) {
        Map<String, Object> entries = new LinkedHashMap<>();
        for (var entry : map.entries()) {
            value(place.child(entry.getKey(), entry.getValue()), type)
                    .ifPresent(v -> entries.put(PythonText.keyText(entry.getKey()), v));
        }
        return entries.size() == map.size()
                ? Optional.of(Collections.unmodifiableMap(entries))
                : Optional.empty();
    }

    private Optional<Object> plain(Place place, Place resolved, Class<?> type) {
        if (type == Node.class) {
            return free(resolved);
        }
        if (type.isRecord() && type != ByteSize.class) {
            return resolved.node() instanceof MapNode map
                    ? new RecordBinder(binder, this).record(resolved, map, type, List.of())
                    : mismatch(place, resolved, "a map");
        }
        if (type.isSealed()) {
            return resolved.node() instanceof MapNode map
                    ? new RecordBinder(binder, this).choice(resolved, map, type)
                    : mismatch(place, resolved, "a map");
        }
        return Scalars.read(resolved.node(), type)
                .or(() -> mismatch(place, resolved, Scalars.describe(type)));
    }

    private Optional<Object> free(Place place) {
        try {
            return Optional.of(binder.resolveAll(place));
        } catch (ConfigError unresolved) {
            binder.problems(unresolved);
            return Optional.empty();
        }
    }

    private Optional<Object> mismatch(Place place, Place resolved, String expected) {
        String found =
                switch (resolved.node()) {
                    case Node.Nothing _ -> "is null";
                    case MapNode _ -> "is a map";
                    case ListNode _ -> "is a list";
                    case Node node -> "is " + PythonText.repr(node);
                };
        String near = Scalars.nearest(resolved.node(), expected);
        String key = place.fullKey();
        return problem(
                place, found + ", but must be " + expected, near.isEmpty() ? "" : key + "=" + near);
    }

    private Optional<Object> problem(Place place, String what, String fix) {
        binder.problem(place.fullKey() + " " + what, Origin.describe(place.node().origin()), fix);
        return Optional.empty();
    }
}
