package dev.llmprof.config.compose;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.hydra.FieldConversion;
import dev.llmprof.config.hydra.FieldType;
import dev.llmprof.config.hydra.HydraSchema;
import dev.llmprof.config.interpolation.Interpolator;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Place;
import dev.llmprof.problem.Nearest;
import java.util.List;
import java.util.Optional;

/// Merges one tree into another: maps key by key, all else replaces.
public final class Merger {
    private final Interpolator interpolator;
    private final NewKeys newKeys;

    /// Which keys may be new.
    public enum NewKeys {
        /// While files are merged: all but in typed maps.
        UNTYPED,
        /// For `key=value`.
        NONE,
        /// For `+key=value`.
        ALL
    }

    public Merger(Interpolator interpolator, NewKeys newKeys) {
        this.interpolator = interpolator;
        this.newKeys = newKeys;
    }

    public void merge(Place dest, MapNode source, FieldType type) {
        MapNode map = (MapNode) dest.node();
        for (var entry : source.entries()) {
            Object key = entry.getKey();
            String fullKey = dest.child(key, entry.getValue()).fullKey();
            FieldType field =
                    field(type, map, key)
                            .orElseThrow(() -> unknown(map, type, key, fullKey, entry.getValue()));
            value(dest, map, key, entry.getValue(), field, type);
        }
    }

    private Optional<FieldType> field(FieldType type, MapNode map, Object key) {
        Optional<FieldType> field = HydraSchema.field(type, map, key);
        return newKeys == NewKeys.ALL ? field.or(() -> Optional.of(FieldType.ANY)) : field;
    }

    private void value(
            Place dest, MapNode map, Object key, Node value, FieldType field, FieldType type) {
        Node old = map.find(key);
        Place place = dest.child(key, value);
        if (old == null) {
            if (newKeys == NewKeys.NONE) {
                throw unknown(map, type, key, place.fullKey(), value);
            }
            map.put(key, FieldConversion.convert(field, Node.copy(value), place.fullKey()));
            return;
        }
        Node target = followed(dest.child(key, old), map, key, value);
        if (target instanceof MapNode && value instanceof MapNode source) {
            merge(dest.child(key, target), source, field);
        } else if (Node.isContainer(target) && Node.isContainer(value)) {
            requireSameShape(target, value, place);
            map.put(key, FieldConversion.convert(field, Node.copy(value), place.fullKey()));
        } else if (!(value instanceof Node.Missing)) {
            map.put(key, FieldConversion.convert(field, Node.copy(value), place.fullKey()));
        }
    }

    // A map over a reference to a container changes a copy of what it refers to; `???` over it
    // leaves that copy.
    private Node followed(Place old, MapNode map, Object key, Node value) {
        boolean follows = Node.isContainer(value) || value instanceof Node.Missing;
        if (!(old.node() instanceof Node.Interpolation reference) || !follows) {
            return old.node();
        }
        Optional<Node> copy = interpolator.container(reference, old).map(Node::copy);
        copy.ifPresent(container -> map.put(key, container));
        return copy.orElse(reference);
    }

    static void requireSameShape(Node target, Node value, Place place) {
        if (target instanceof ListNode != value instanceof ListNode) {
            throw new ConfigError(
                    Kind.MERGE_TYPE,
                    "Cannot merge "
                            + shape(target)
                            + " with "
                            + shape(value)
                            + "\n    full_key: "
                            + place.fullKey(),
                    value.origin(),
                    "");
        }
    }

    private static String shape(Node node) {
        return node instanceof ListNode ? "ListConfig" : "DictConfig";
    }

    static ConfigError unknown(
            MapNode map, FieldType type, Object key, String fullKey, Node value) {
        String struct = HydraSchema.structName(type, map);
        String where = struct.isEmpty() ? " is not in struct" : " not in '" + struct + "'";
        List<String> names = map.keys().stream().map(Object::toString).toList();
        String near =
                Nearest.to(key.toString(), names)
                        .map(name -> "did you mean " + sibling(fullKey, key, name) + "?")
                        .orElse("");
        return new ConfigError(
                Kind.KEY_NOT_IN_CONFIG,
                "Key '" + key + "'" + where + "\n    full_key: " + fullKey,
                value.origin(),
                near);
    }

    private static String sibling(String fullKey, Object key, String name) {
        return fullKey.substring(0, fullKey.length() - key.toString().length()) + name;
    }
}
