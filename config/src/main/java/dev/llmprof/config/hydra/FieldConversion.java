package dev.llmprof.config.hydra;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.python.PythonNumbers;
import dev.llmprof.config.python.PythonText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Makes a value fit its field, as OmegaConf does on assignment, or says why it cannot.
public final class FieldConversion {
    private static final Set<String> TRUE = Set.of("y", "yes", "on", "true", "1");
    private static final Set<String> FALSE = Set.of("n", "no", "off", "false", "0");

    private FieldConversion() {}

    public static Node convert(FieldType type, Node value, String fullKey) {
        if (value instanceof Node.Missing || value instanceof Node.Interpolation) {
            return value;
        }
        return switch (type) {
            case FieldType.Any(), FieldType.Plugin() -> value;
            case FieldType.Text(boolean optional) -> text(optional, value, fullKey);
            case FieldType.Truth(boolean optional) ->
                    orNothing(optional, value, truth(value), "bool", fullKey);
            case FieldType.Whole(boolean optional) ->
                    orNothing(optional, value, whole(value), "int", fullKey);
            case FieldType.OneOf(List<String> names, boolean optional) ->
                    orNothing(optional, value, one(names, value), "one of " + names, fullKey);
            case FieldType.ListOf(FieldType item) -> list(item, value, fullKey);
            case FieldType.MapOf(FieldType item) -> map(item, value, fullKey);
            case FieldType.Struct struct -> struct(struct, value, fullKey);
        };
    }

    private static Node text(boolean optional, Node value, String fullKey) {
        return switch (value) {
            case Node.Text text -> text;
            case Node.Nothing nothing when optional -> nothing;
            case Node.Nothing _, MapNode _, ListNode _ -> throw misfit(value, "str", fullKey);
            case Node.Scalar scalar -> Node.ofText(PythonText.str(scalar), scalar.origin());
        };
    }

    private static Node orNothing(
            boolean optional, Node value, Optional<Node> fit, String type, String fullKey) {
        if (value instanceof Node.Nothing && optional) {
            return value;
        }
        return fit.orElseThrow(() -> misfit(value, type, fullKey));
    }

    private static Optional<Node> truth(Node value) {
        return switch (value) {
            case Node.Truth truth -> Optional.of(truth);
            case Node.Whole(var whole, var origin) ->
                    Optional.of(new Node.Truth(whole.signum() != 0, origin));
            case Node.Text(String text, var origin) -> {
                String lower = text.toLowerCase(Locale.ROOT);
                yield TRUE.contains(lower) || FALSE.contains(lower)
                        ? Optional.of(new Node.Truth(TRUE.contains(lower), origin))
                        : Optional.empty();
            }
            default -> Optional.empty();
        };
    }

    private static Optional<Node> whole(Node value) {
        return switch (value) {
            case Node.Whole whole -> Optional.of(whole);
            case Node.Text(String text, var origin) ->
                    PythonNumbers.parseInt(text).map(parsed -> new Node.Whole(parsed, origin));
            default -> Optional.empty();
        };
    }

    private static Optional<Node> one(List<String> names, Node value) {
        return value instanceof Node.Text(String text, _) && names.contains(text)
                ? Optional.of(value)
                : Optional.empty();
    }

    private static Node list(FieldType item, Node value, String fullKey) {
        if (!(value instanceof ListNode list)) {
            throw misfit(value, "list", fullKey);
        }
        ListNode converted = new ListNode(list.origin());
        for (int i = 0; i < list.size(); i++) {
            converted.add(convert(item, list.items().get(i), fullKey + "[" + i + "]"));
        }
        return converted;
    }

    private static Node map(FieldType item, Node value, String fullKey) {
        if (!(value instanceof MapNode map)) {
            throw misfit(value, "map", fullKey);
        }
        MapNode converted = new MapNode(map.origin());
        map.entries()
                .forEach(e ->
                        converted.put(
                                e.getKey(),
                                convert(item, e.getValue(), fullKey + "." + e.getKey())));
        return converted;
    }

    private static Node struct(FieldType.Struct struct, Node value, String fullKey) {
        if (!(value instanceof MapNode map)) {
            throw misfit(value, struct.name(), fullKey);
        }
        MapNode converted = new MapNode(map.origin());
        for (var entry : map.entries()) {
            String key = fullKey + "." + entry.getKey();
            FieldType field =
                    HydraSchema.field(struct, map, entry.getKey())
                            .orElseThrow(
                                    () -> unknown(struct, entry.getKey(), key, entry.getValue()));
            converted.put(entry.getKey(), convert(field, entry.getValue(), key));
        }
        return converted;
    }

    private static ConfigError unknown(
            FieldType.Struct struct, Object key, String fullKey, Node value) {
        return new ConfigError(
                Kind.KEY_NOT_IN_CONFIG,
                "Key '" + key + "' not in '" + struct.name() + "'\n    full_key: " + fullKey,
                value.origin(),
                "");
    }

    private static ConfigError misfit(Node value, String type, String fullKey) {
        return new ConfigError(
                Kind.TYPE_VALIDATION,
                "Value "
                        + PythonText.repr(value)
                        + " is not a valid "
                        + type
                        + " (type "
                        + PythonText.typeName(value)
                        + ")\n    full_key: "
                        + fullKey,
                value.origin(),
                "");
    }
}
