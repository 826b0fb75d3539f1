package dev.llmprof.config.source;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.config.source.DefaultsItem.Choice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads the items of a defaults list.
final class DefaultsReader {
    private static final String FORM = "- group: option   or   - config   or   - _self_";

    private DefaultsReader() {}

    static List<DefaultsItem> read(String config, ListNode list) {
        List<DefaultsItem> items = new ArrayList<>();
        list.items().forEach(item -> items.add(item(config, item)));
        return items;
    }

    /// As in "(got mapping)".
    static String typeName(Node node) {
        return node instanceof MapNode ? "mapping" : PythonText.typeName(node);
    }

    private static DefaultsItem item(String config, Node item) {
        return switch (item) {
            case MapNode map -> group(config, map);
            case Node.Text(String text, _) -> path(text, item);
            case Node.Interpolation(String text, _) -> path(text, item);
            case Node.Missing _ -> path("???", item);
            default ->
                    throw invalid(
                            "Unsupported type in defaults : " + PythonText.typeName(item), item);
        };
    }

    private static DefaultsItem path(String text, Node at) {
        Split split = Split.of(text);
        if (!split.name().equals("_self_")) {
            return new DefaultsItem.Config(split.name(), split.pack(), at.origin());
        }
        if (split.pack().isPresent()) {
            throw invalid("_self_@PACKAGE is not supported", at);
        }
        return new DefaultsItem.Self(at.origin());
    }

    private static DefaultsItem group(String config, MapNode map) {
        if (map.size() > 1) {
            throw invalid(
                    "In "
                            + config
                            + ": Too many keys in default item "
                            + PythonText.repr(map)
                            + "; each item has one",
                    map);
        }
        if (map.isEmpty()) {
            throw invalid("In " + config + ": Missing group name in {}", map);
        }
        Map.Entry<Object, Node> entry = map.entries().iterator().next();
        if (!(entry.getKey() instanceof String key)) {
            throw invalid("In " + config + ": the group's name must be a text", map);
        }
        Split split = Split.of(key);
        List<String> words = List.of(split.name().split(" ", -1));
        List<String> keywords = words.subList(0, words.size() - 1);
        return new DefaultsItem.Group(
                words.getLast(),
                split.pack(),
                choice(entry.getValue()),
                keywords.contains("optional"),
                keywords.contains("override"),
                map.origin());
    }

    private static Choice choice(Node value) {
        return switch (value) {
            case Node.Text(String name, _) -> new Choice.Name(name);
            case Node.Interpolation(String name, _) -> new Choice.Name(name);
            case Node.Missing _ -> new Choice.Name("???");
            case Node.Nothing _ -> new Choice.None();
            case ListNode list ->
                    new Choice.Names(list.items().stream().map(DefaultsReader::name).toList());
            default ->
                    throw invalid(
                            "Unsupported item value in defaults : "
                                    + (value instanceof MapNode
                                            ? "dict"
                                            : PythonText.typeName(value))
                                    + ". Supported: string or list",
                            value);
        };
    }

    private static String name(Node item) {
        return switch (item) {
            case Node.Text(String name, _) -> name;
            case Node.Interpolation(String name, _) -> name;
            case Node.Missing _ -> "???";
            default ->
                    throw invalid(
                            "Unsupported item value in defaults : "
                                    + PythonText.typeName(item)
                                    + ", nested list items must be strings",
                            item);
        };
    }

    private static ConfigError invalid(String what, Node at) {
        return new ConfigError(Kind.DEFAULTS_INVALID, what, at.origin(), FORM);
    }

    /// `name@package`; what follows a `:` in the package is ignored.
    private record Split(String name, Optional<String> pack) {

        static Split of(String text) {
            int at = text.indexOf('@');
            if (at < 0) {
                return new Split(text, Optional.empty());
            }
            String pack = text.substring(at + 1);
            int colon = pack.indexOf(':');
            return new Split(
                    text.substring(0, at),
                    Optional.of(colon < 0 ? pack : pack.substring(0, colon)));
        }
    }
}
