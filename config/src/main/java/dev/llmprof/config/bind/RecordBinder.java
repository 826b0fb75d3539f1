package dev.llmprof.config.bind;

import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.node.Place;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.problem.Nearest;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Maps to records, and to one of the records of a sealed interface.
record RecordBinder(Binder binder, ValueBinder values) {
    /// `others` are further keys the map may have.
    Optional<Object> record(Place place, MapNode map, Class<?> type, List<String> others) {
        Set<String> known = new LinkedHashSet<>(keys(type));
        known.addAll(others);
        if (!type.isAnnotationPresent(Open.class)) {
            unknown(place, map, known);
        }
        List<Object> arguments = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            component(place, map, component).ifPresent(arguments::add);
        }
        return arguments.size() == type.getRecordComponents().length
                ? create(place, type, arguments)
                : Optional.empty();
    }

    Optional<Object> choice(Place place, MapNode map, Class<?> type) {
        Choice annotation = type.getAnnotation(Choice.class);
        String key = annotation == null ? "kind" : annotation.value();
        List<Class<?>> cases = List.of(type.getPermittedSubclasses());
        List<String> names = cases.stream().map(KeyNames::of).toList();
        Optional<Node> told = map.get(key).map(n -> binder.resolve(place.child(key, n)).node());
        String name = told.map(PythonText::str).orElse("");
        int index = names.indexOf(name);
        if (index < 0) {
            Origin origin = told.map(Node::origin).orElse(place.node().origin());
            String full = place.child(key, place.node()).fullKey();
            binder.problem(
                    full
                            + (told.isEmpty() ? " is missing" : " is '" + name + "'")
                            + ", but must be one of "
                            + String.join(", ", names),
                    Origin.describe(origin),
                    Nearest.to(name, names).map(near -> full + "=" + near).orElse(""));
            return Optional.empty();
        }
        List<String> others = new ArrayList<>(List.of(key));
        cases.forEach(other -> others.addAll(keys(other)));
        return record(place, map, cases.get(index), others);
    }

    private static List<String> keys(Class<?> type) {
        return Arrays.stream(type.getRecordComponents()).map(KeyNames::of).toList();
    }

    private void unknown(Place place, MapNode map, Set<String> known) {
        for (var entry : map.entries()) {
            String key = PythonText.keyText(entry.getKey());
            if (!known.contains(key)) {
                String full = place.child(key, entry.getValue()).fullKey();
                String above = full.substring(0, full.length() - key.length());
                binder.problem(
                        full + " is not a known key",
                        Origin.describe(entry.getValue().origin()),
                        binder.advice(full)
                                .or(() ->
                                        Nearest.to(key, known)
                                                .map(near -> "did you mean " + above + near + "?"))
                                .orElse("known keys: " + String.join(", ", known)));
            }
        }
    }

    private Optional<Object> component(Place place, MapNode map, RecordComponent component) {
        String key = KeyNames.of(component);
        Optional<Node> node = map.get(key);
        if (node.isEmpty()) {
            if (isOptional(component)) {
                return Optional.of(Optional.empty());
            }
            String full = place.child(key, place.node()).fullKey();
            binder.problem(
                    full + " is missing",
                    Origin.describe(place.node().origin()),
                    binder.advice(full).orElse("+" + full + "=<value>"));
            return Optional.empty();
        }
        Place child = place.child(key, node.get());
        return values.value(child, component.getGenericType())
                .filter(value -> inRange(child, value, component));
    }

    private boolean inRange(Place place, Object value, RecordComponent component) {
        InRange range = component.getAnnotation(InRange.class);
        Object inner = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        if (range == null || !(inner instanceof Number number)) {
            return true;
        }
        double real = number.doubleValue();
        if (real >= range.min() && real <= range.max()) {
            return true;
        }
        binder.problem(
                place.fullKey() + " is " + inner + ", but must be " + describe(range),
                Origin.describe(place.node().origin()),
                place.fullKey() + "=" + number(real < range.min() ? range.min() : range.max()));
        return false;
    }

    private static String describe(InRange range) {
        if (Double.isInfinite(range.max())) {
            return "at least " + number(range.min());
        }
        return Double.isInfinite(range.min())
                ? "at most " + number(range.max())
                : "from " + number(range.min()) + " to " + number(range.max());
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : String.valueOf(value);
    }

    private static boolean isOptional(RecordComponent component) {
        return component.getGenericType() instanceof ParameterizedType type
                && type.getRawType() == Optional.class;
    }

    private Optional<Object> create(Place place, Class<?> type, List<Object> arguments) {
        Class<?>[] types =
                Arrays.stream(type.getRecordComponents())
                        .map(RecordComponent::getType)
                        .toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return Optional.of(constructor.newInstance(arguments.toArray()));
        } catch (InvocationTargetException refused) {
            if (refused.getCause() instanceof IllegalArgumentException mistake) {
                String key = place.fullKey();
                binder.problem(
                        (key.isEmpty() ? "" : key + ": ") + mistake.getMessage(),
                        Origin.describe(place.node().origin()),
                        "");
                return Optional.empty();
            }
            throw new IllegalStateException(refused);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
