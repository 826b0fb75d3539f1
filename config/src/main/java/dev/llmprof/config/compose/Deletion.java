package dev.llmprof.config.compose;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.hydra.FieldType;
import dev.llmprof.config.hydra.HydraSchema;
import dev.llmprof.config.interpolation.Interpolator;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.node.Place;
import dev.llmprof.config.override.Element;
import dev.llmprof.config.override.ParsedOverride;
import dev.llmprof.config.python.PythonText;
import java.util.Optional;

/// `~key` and `~key=value`: removes a key, through references too.
record Deletion(Place root, Interpolator interpolator) {
    void apply(ParsedOverride override) {
        String key = override.key();
        Optional<Place> found = find(key, override);
        if (found.isEmpty()
                || found.get().node() instanceof Node.Nothing
                || found.get().node() instanceof Node.Missing) {
            throw new ConfigError(
                    Kind.DELETE_KEY_MISSING,
                    "Could not delete from config. '" + key + "' does not exist.",
                    override.origin(),
                    "");
        }
        override.value()
                .filter(value -> !(value instanceof Element.Word(Node.Nothing _)))
                .ifPresent(value -> requireEqual(found.get(), (Element) value, override));
        int dot = key.lastIndexOf('.');
        Place parent = dot < 0 ? root : find(key.substring(0, dot), override).orElse(root);
        if (!(parent.node() instanceof MapNode map)) {
            throw new ConfigError(
                    Kind.KEY_ERROR,
                    "Could not delete from config. '" + key + "' is an item of a list.",
                    override.origin(),
                    "set the whole list: " + key.substring(0, Math.max(0, dot)) + "=[…]");
        }
        requireUntyped(parent, map, override);
        map.remove(key.substring(dot + 1));
    }

    private static void requireUntyped(Place parent, MapNode map, ParsedOverride override) {
        FieldType type = HydraSchema.at(parent);
        String struct = HydraSchema.structName(type, map);
        if (!struct.isEmpty()) {
            throw new ConfigError(
                    Kind.MERGE_TYPE,
                    "Error merging override "
                            + override.input()
                            + "\n"
                            + struct
                            + " (DictConfig) does not support deletion\n    full_key: "
                            + override.key(),
                    override.origin(),
                    "");
        }
    }

    private Optional<Place> find(String key, ParsedOverride override) {
        try {
            return interpolator.select(root, key);
        } catch (ConfigError error) {
            throw error.within("Error merging override " + override.input(), "");
        }
    }

    private void requireEqual(Place place, Element value, ParsedOverride override) {
        Node wanted = Element.toNode(value, Origin.ENGINE);
        if (!Equality.equal(place.node(), wanted)) {
            throw new ConfigError(
                    Kind.DELETE_VALUE_MISMATCH,
                    "Could not delete from config. The value of '"
                            + override.key()
                            + "' is "
                            + PythonText.str(place.node())
                            + " and not "
                            + PythonText.str(wanted)
                            + ".",
                    override.origin(),
                    "~" + override.key());
        }
    }

    /// Equality as Python has it: 1 and 1.0 and True are equal, texts only to texts.
    private static final class Equality {

        private Equality() {}

        static boolean equal(Node a, Node b) {
            if (a instanceof MapNode left && b instanceof MapNode right) {
                return left.size() == right.size()
                        && left.entries().stream()
                                .allMatch(e ->
                                        right.get(e.getKey())
                                                .filter(v -> equal(e.getValue(), v))
                                                .isPresent());
            }
            if (a instanceof ListNode left && b instanceof ListNode right) {
                boolean same = left.size() == right.size();
                for (int i = 0; same && i < left.size(); i++) {
                    same = equal(left.items().get(i), right.items().get(i));
                }
                return same;
            }
            Optional<Double> left = number(a);
            Optional<Double> right = number(b);
            if (left.isPresent() || right.isPresent()) {
                return left.equals(right);
            }
            return a instanceof Node.Scalar
                    && b instanceof Node.Scalar
                    && PythonText.repr(a).equals(PythonText.repr(b));
        }

        private static Optional<Double> number(Node node) {
            return switch (node) {
                case Node.Whole(var value, _) -> Optional.of(value.doubleValue());
                case Node.Real(double value, _) -> Optional.of(value);
                case Node.Truth(boolean value, _) -> Optional.of(value ? 1.0 : 0.0);
                default -> Optional.empty();
            };
        }
    }
}
