package dev.llmprof.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/// Records as JSON objects, both ways: each component is a key in snake_case, an empty optional has
/// none. Reading wants every other key and no more.
final class RecordJson {
    private RecordJson() {}

    static ObjectNode write(Record record) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            value(invoked(component, record)).ifPresent(value -> node.set(key(component), value));
        }
        return node;
    }

    /// What does not fit is an [IllegalArgumentException] that names the key.
    static <T extends Record> T read(Class<T> type, JsonNode node) {
        return read(type, node, "");
    }

    private static <T extends Record> T read(Class<T> type, JsonNode node, String at) {
        if (!node.isObject()) {
            throw wrong(at, "an object", node);
        }
        RecordComponent[] components = type.getRecordComponents();
        Set<String> unknown = new TreeSet<>();
        node.fieldNames().forEachRemaining(unknown::add);
        List<Object> values = new ArrayList<>();
        for (RecordComponent component : components) {
            String key = key(component);
            unknown.remove(key);
            values.add(value(component.getGenericType(), node.path(key), within(at, key)));
        }
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "nobody knows " + within(at, String.join(", ", unknown)));
        }
        return made(type, components, values);
    }

    private static Optional<JsonNode> value(Object value) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (value) {
            case Optional<?> optional -> optional.flatMap(RecordJson::value);
            case OptionalInt number ->
                    number.isPresent()
                            ? Optional.of(nodes.numberNode(number.getAsInt()))
                            : Optional.empty();
            case OptionalLong number ->
                    number.isPresent()
                            ? Optional.of(nodes.numberNode(number.getAsLong()))
                            : Optional.empty();
            case Record record -> Optional.of(write(record));
            case String text -> Optional.of(nodes.textNode(text));
            case Path path -> Optional.of(nodes.textNode(path.toString()));
            case Boolean flag -> Optional.of(nodes.booleanNode(flag));
            case Integer number -> Optional.of(nodes.numberNode(number));
            case Long number -> Optional.of(nodes.numberNode(number));
            case Double number -> Optional.of(nodes.numberNode(number));
            case List<?> list -> {
                ArrayNode array = nodes.arrayNode();
                list.forEach(each -> value(each).ifPresent(array::add));
                yield Optional.of(array);
            }
            default -> throw new IllegalStateException("no JSON for " + value.getClass());
        };
    }

    private static Object value(Type type, JsonNode node, String at) {
        boolean absent = node.isMissingNode() || node.isNull();
        return switch (type) {
            case ParameterizedType generic when generic.getRawType() == Optional.class ->
                    absent
                            ? Optional.empty()
                            : Optional.of(value(generic.getActualTypeArguments()[0], node, at));
            case ParameterizedType generic when generic.getRawType() == List.class ->
                    list(generic.getActualTypeArguments()[0], node, at);
            case Class<?> plain when plain == OptionalInt.class ->
                    absent ? OptionalInt.empty() : OptionalInt.of(whole(node, at));
            case Class<?> plain when plain == OptionalLong.class ->
                    absent ? OptionalLong.empty() : OptionalLong.of(wide(node, at));
            case Class<?> plain when plain.isRecord() ->
                    read(plain.asSubclass(Record.class), node, at);
            case Class<?> plain -> scalar(plain, node, at);
            default -> throw new IllegalStateException("no JSON for " + type);
        };
    }

    private static Object scalar(Class<?> type, JsonNode node, String at) {
        if (type == int.class) {
            return whole(node, at);
        }
        if (type == long.class) {
            return wide(node, at);
        }
        if (type == double.class && node.isNumber()) {
            return node.asDouble();
        }
        if (type == boolean.class && node.isBoolean()) {
            return node.asBoolean();
        }
        if ((type == String.class || type == Path.class) && node.isTextual()) {
            return type == Path.class ? Path.of(node.asText()) : node.asText();
        }
        throw wrong(at, wanted(type), node);
    }

    private static String wanted(Class<?> type) {
        if (type == double.class) {
            return "a number";
        }
        return type == boolean.class ? "true or false" : "a text";
    }

    private static List<Object> list(Type element, JsonNode node, String at) {
        if (!node.isArray()) {
            throw wrong(at, "a list", node);
        }
        List<Object> values = new ArrayList<>();
        node.forEach(each -> values.add(value(element, each, at)));
        return values;
    }

    private static int whole(JsonNode node, String at) {
        if (!node.isIntegralNumber() || !node.canConvertToInt()) {
            throw wrong(at, "a whole number", node);
        }
        return node.asInt();
    }

    private static long wide(JsonNode node, String at) {
        if (!node.isIntegralNumber() || !node.canConvertToLong()) {
            throw wrong(at, "a whole number", node);
        }
        return node.asLong();
    }

    private static IllegalArgumentException wrong(String at, String wanted, JsonNode node) {
        String is = node.isMissingNode() ? "missing" : node.toString();
        return new IllegalArgumentException(at + " should be " + wanted + ", is " + is);
    }

    private static String within(String at, String key) {
        return at.isEmpty() ? key : at + "." + key;
    }

    private static String key(RecordComponent component) {
        return component.getName().replaceAll("(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }

    private static Object invoked(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static <T extends Record> T made(
            Class<T> type, RecordComponent[] components, List<Object> values) {
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(types).newInstance(values.toArray());
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof IllegalArgumentException wrong
                    ? wrong
                    : new IllegalStateException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
