package dev.llmprof.config.yaml;

import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.parser.Parser;

/// Reads one mapping: keys of several types, merge keys, no text key twice.
final class MappingBuilder {
    private final TreeBuilder builder;
    private final Parser parser;
    private final Set<String> seen = new HashSet<>();
    private final List<MapNode> merged = new ArrayList<>();
    private final List<Object> keys = new ArrayList<>();
    private final List<Node> values = new ArrayList<>();

    MappingBuilder(TreeBuilder builder, Parser parser) {
        this.builder = builder;
        this.parser = parser;
    }

    Node read(MappingStartEvent start, int depth) {
        start.getTag()
                .filter(tag -> !tag.equals("tag:yaml.org,2002:map") && !tag.equals("!"))
                .ifPresent(tag -> builder.unknownTag(tag, start));
        while (!parser.checkEvent(Event.ID.MappingEnd)) {
            entry(depth);
        }
        parser.next();
        MapNode map = new MapNode(builder.origin(start));
        merged.forEach(source -> source.entries().forEach(e -> map.put(e.getKey(), e.getValue())));
        for (int i = 0; i < keys.size(); i++) {
            map.put(keys.get(i), values.get(i));
        }
        return map;
    }

    private void entry(int depth) {
        Event next = parser.peekEvent();
        if (next instanceof ScalarEvent scalar && isPlain(scalar, "<<")) {
            parser.next();
            merge(builder.node(depth + 1), scalar);
            return;
        }
        if (next instanceof ScalarEvent scalar && isPlain(scalar, "=")) {
            parser.next();
            once("=", scalar);
            keys.add("=");
        } else {
            keys.add(key(builder.node(depth + 1), next));
        }
        values.add(builder.node(depth + 1));
    }

    private Object key(Node key, Event event) {
        return switch (key) {
            case Node.Text(String text, _) -> once(text, event);
            case Node.Interpolation(String text, _) -> once(text, event);
            case Node.Missing _ -> once("???", event);
            case Node.Whole(var value, _) -> value;
            case Node.Real(double value, _) -> value;
            case Node.Truth(boolean value, _) -> value;
            case Node.Nothing _ ->
                    throw builder.error(
                            Kind.KEY_VALIDATION,
                            "Incompatible key type 'NoneType': a key cannot be null",
                            event,
                            "quote it: 'null' or '~'");
            case MapNode _, ListNode _ ->
                    throw builder.error("a map or list cannot be a key", event, "use a text");
        };
    }

    private String once(String key, Event event) {
        if (!seen.add(key)) {
            throw builder.error(
                    "found duplicate key " + key, event, "keep one of the two '" + key + "'");
        }
        return key;
    }

    private static boolean isPlain(ScalarEvent scalar, String text) {
        return scalar.isPlain() && scalar.getTag().isEmpty() && scalar.getValue().equals(text);
    }

    // Where several maps are merged the first wins, so the last is put in first.
    private void merge(Node value, Event event) {
        if (value instanceof MapNode map) {
            merged.add(map);
            return;
        }
        Optional<List<MapNode>> maps = maps(value);
        if (maps.isEmpty()) {
            throw builder.error("'<<' needs a map or a list of maps", event, "<<: *name");
        }
        merged.addAll(maps.get().reversed());
    }

    private static Optional<List<MapNode>> maps(Node value) {
        if (!(value instanceof ListNode list)) {
            return Optional.empty();
        }
        List<MapNode> maps = new ArrayList<>();
        for (Node item : list.items()) {
            if (!(item instanceof MapNode map)) {
                return Optional.empty();
            }
            maps.add(map);
        }
        return Optional.of(maps);
    }
}
