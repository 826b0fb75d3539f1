package dev.llmprof.config.bind;

import dev.llmprof.config.node.Node;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.problem.Nearest;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Values without parts: texts, numbers, bools, enums, paths, durations, sizes.
final class Scalars {

    private static final String TRUTH = "true or false";

    private Scalars() {}

    static Optional<Object> read(Node node, Class<?> type) {
        if (node instanceof Node.Nothing || !(node instanceof Node.Scalar)) {
            return Optional.empty();
        }
        String text = PythonText.str(node);
        if (type == String.class) {
            return Optional.of(text);
        }
        if (type == boolean.class || type == Boolean.class) {
            return node instanceof Node.Truth(boolean truth, _)
                    ? Optional.of(truth)
                    : Optional.empty();
        }
        if (type == Path.class) {
            return Optional.of(Path.of(text));
        }
        if (type == Duration.class) {
            return Durations.parse(text).map(duration -> duration);
        }
        if (type == ByteSize.class) {
            return ByteSize.parse(text).map(size -> size);
        }
        return type.isEnum() ? constant(text, type) : number(node, type);
    }

    private static Optional<Object> number(Node node, Class<?> type) {
        if (type == double.class || type == Double.class) {
            return switch (node) {
                case Node.Whole(BigInteger value, _) -> Optional.of(value.doubleValue());
                case Node.Real(double value, _) -> Optional.of(value);
                default -> Optional.empty();
            };
        }
        if (!(node instanceof Node.Whole(BigInteger value, _))) {
            return Optional.empty();
        }
        if (type == int.class || type == Integer.class) {
            return value.bitLength() < 32 ? Optional.of(value.intValue()) : Optional.empty();
        }
        if (type == long.class || type == Long.class) {
            return value.bitLength() < 64 ? Optional.of(value.longValue()) : Optional.empty();
        }
        if (type == BigInteger.class) {
            return Optional.of(value);
        }
        throw new IllegalArgumentException("no binding for " + type);
    }

    private static Optional<Object> constant(String text, Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> same(KeyNames.of((Enum<?>) constant), text))
                .map(constant -> (Object) constant)
                .findFirst();
    }

    private static boolean same(String name, String text) {
        return fold(name).equals(fold(text));
    }

    private static String fold(String name) {
        return name.toLowerCase(Locale.ROOT).replace('-', '_');
    }

    static String describe(Class<?> type) {
        if (type.isEnum()) {
            return "one of " + String.join(", ", names(type));
        }
        return switch (type.getSimpleName()) {
            case "String" -> "a text";
            case "boolean", "Boolean" -> TRUTH;
            case "int", "Integer" -> "a whole number up to 2147483647";
            case "long", "Long", "BigInteger" -> "a whole number";
            case "double", "Double" -> "a number";
            case "Duration" -> "a duration such as 30m, 1h30m or 1.5s";
            case "ByteSize" -> "a size such as 512, 16MiB or 80GB";
            case "Path" -> "a path";
            default -> type.getSimpleName();
        };
    }

    private static List<String> names(Class<?> type) {
        return Arrays.stream(type.getEnumConstants()).map(c -> KeyNames.of((Enum<?>) c)).toList();
    }

    /// The nearest of the names in "one of a, b, c", or what another word for true or false means;
    /// empty where there is none.
    static String nearest(Node node, String expected) {
        if (expected.equals(TRUTH)) {
            return truth(PythonText.str(node));
        }
        if (!expected.startsWith("one of ")) {
            return "";
        }
        List<String> names = List.of(expected.substring("one of ".length()).split(", "));
        return Nearest.to(PythonText.str(node), names).orElse("");
    }

    private static String truth(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "yes", "y", "on", "1", "enable", "enabled" -> "true";
            case "no", "n", "off", "0", "disable", "disabled" -> "false";
            default -> Nearest.to(word, List.of("true", "false")).orElse("");
        };
    }
}
