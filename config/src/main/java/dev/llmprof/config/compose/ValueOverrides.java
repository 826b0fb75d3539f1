package dev.llmprof.config.compose;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.expression.InterpolationParser;
import dev.llmprof.config.hydra.FieldConversion;
import dev.llmprof.config.hydra.FieldType;
import dev.llmprof.config.hydra.HydraSchema;
import dev.llmprof.config.interpolation.Interpolator;
import dev.llmprof.config.node.KeyPath;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.node.Place;
import dev.llmprof.config.override.Element;
import dev.llmprof.config.override.ParsedOverride;
import dev.llmprof.config.python.PythonNumbers;
import dev.llmprof.problem.Problem;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/// Applies overrides of values to the composed tree, where unknown keys are refused.
public final class ValueOverrides {
    private static final String SWEPT = "hydra.sweeper.params";

    private final Place root;
    private final Interpolator interpolator;

    public ValueOverrides(MapNode root, Interpolator interpolator) {
        this.root = Place.root(root);
        this.interpolator = interpolator;
    }

    public void apply(ParsedOverride override) {
        if (override.pack().isPresent()) {
            throw new ConfigError(
                    Kind.GROUP_DOES_NOT_EXIST,
                    "Override "
                            + override.input()
                            + " looks like a config group override, but config group '"
                            + override.key()
                            + "' does not exist.",
                    override.origin(),
                    "");
        }
        try {
            switch (override.type()) {
                case DEL -> new Deletion(root, interpolator).apply(override);
                case ADD -> add(override);
                case FORCE_ADD -> set(override, true);
                case CHANGE -> change(override);
            }
        } catch (Unfit unfit) {
            throw unfit.error(override);
        }
    }

    private void change(ParsedOverride override) {
        if (override.key().equals(SWEPT)
                && override.value().filter(Element.Entries.class::isInstance).isPresent()) {
            throw new ConfigError(
                    Kind.TYPE_VALIDATION,
                    SWEPT + " cannot be given as a map",
                    override.origin(),
                    "+" + SWEPT + ".KEY='VALUES', one for each");
        }
        try {
            set(override, false);
        } catch (ConfigError error) {
            if (error.kind() != Kind.KEY_NOT_IN_CONFIG) {
                throw error;
            }
            Problem inner = error.problem();
            String append = "+" + override.input();
            throw new ConfigError(
                    Kind.KEY_NOT_IN_CONFIG,
                    new Problem(
                            "Could not override '"
                                    + override.key()
                                    + "'.\nTo append to your config use "
                                    + append
                                    + "\n"
                                    + inner.what(),
                            Origin.describe(override.origin()),
                            inner.fix().isEmpty() ? append : inner.fix()));
        }
    }

    private void add(ParsedOverride override) {
        Element value = (Element) override.value().orElseThrow();
        boolean container = value instanceof Element.Items || value instanceof Element.Entries;
        Optional<Place> there = select(override);
        boolean free =
                there.isEmpty()
                        || there.get().node() instanceof Node.Nothing
                        || there.get().node() instanceof Node.Missing;
        if (!free && !container) {
            String without = override.input().substring(1);
            throw new ConfigError(
                    Kind.APPEND_EXISTS,
                    "Could not append to config. An item is already at '"
                            + override.key()
                            + "'.\nEither remove + prefix: '"
                            + without
                            + "'\nOr add a second + to add or override '"
                            + override.key()
                            + "': '+"
                            + override.input()
                            + "'",
                    override.origin(),
                    without);
        }
        set(override, true);
    }

    private Optional<Place> select(ParsedOverride override) {
        try {
            return interpolator.select(root, override.key());
        } catch (ConfigError error) {
            throw error.within("Error merging override " + override.input(), "");
        }
    }

    private void set(ParsedOverride override, boolean mayAdd) {
        Node value = Element.toNode((Element) override.value().orElseThrow(), override.origin());
        checkInterpolations(value);
        List<String> parts = KeyPath.split(override.key());
        Place place = root;
        FieldType type = HydraSchema.ROOT;
        for (String part : parts.subList(0, parts.size() - 1)) {
            Step step = step(place, part, type, mayAdd, value);
            place = step.place();
            type = step.type();
        }
        store(place, parts.getLast(), type, value, mayAdd);
    }

    static void checkInterpolations(Node value) {
        switch (value) {
            case MapNode map -> {
                for (var entry : map.entries()) {
                    if (!(entry.getKey() instanceof Class<?>)) {
                        checkInterpolations(entry.getValue());
                    } else {
                        throw new Unfit(
                                Kind.KEY_VALIDATION, "Incompatible key type 'NoneType'", "");
                    }
                }
            }
            case ListNode list -> list.items().forEach(ValueOverrides::checkInterpolations);
            case Node.Interpolation(String source, Origin origin) ->
                    InterpolationParser.check(source, origin);
            case Node.Scalar _ -> {}
        }
    }

    /// A container on the way down, and its type.
    private record Step(Place place, FieldType type) {}

    // A parent that is no container is replaced by an empty map where keys may be added.
    private static Step step(Place place, String part, FieldType type, boolean mayAdd, Node value) {
        if (place.node() instanceof ListNode list) {
            int index = index(list, part, place);
            Node item = list.items().get(index);
            if (!Node.isContainer(item)) {
                item = new MapNode(value.origin());
                list.set(index, item);
            }
            return new Step(place.child(index, item), FieldType.ANY);
        }
        MapNode map = (MapNode) place.node();
        Node child = map.find(part);
        String fullKey = place.child(part, value).fullKey();
        Optional<FieldType> field = field(type, map, part, mayAdd);
        if (field.isEmpty() || (child == null && !mayAdd)) {
            throw Merger.unknown(map, type, part, fullKey, value);
        }
        if (child == null || !Node.isContainer(child)) {
            child = new MapNode(value.origin());
            map.put(part, child);
        }
        return new Step(place.child(part, child), field.get());
    }

    private void store(Place place, String last, FieldType type, Node value, boolean mayAdd) {
        if (place.node() instanceof ListNode list) {
            storeItem(place, list, index(list, last, place), value, mayAdd);
            return;
        }
        MapNode map = (MapNode) place.node();
        MapNode one = new MapNode(value.origin());
        one.put(last, value);
        Node old = map.find(last);
        String fullKey = place.child(last, value).fullKey();
        if (old != null && Node.isContainer(old) && Node.isContainer(value)) {
            merger(mayAdd).merge(place, one, type);
            return;
        }
        Optional<FieldType> field = field(type, map, last, mayAdd);
        if (field.isEmpty() || (old == null && !mayAdd)) {
            throw Merger.unknown(map, type, last, fullKey, value);
        }
        map.put(last, FieldConversion.convert(field.get(), value, fullKey));
    }

    private void storeItem(Place place, ListNode list, int index, Node value, boolean mayAdd) {
        Node old = list.items().get(index);
        if (old instanceof MapNode && value instanceof MapNode map) {
            merger(mayAdd).merge(place.child(index, old), map, FieldType.ANY);
            return;
        }
        if (Node.isContainer(old) && Node.isContainer(value)) {
            Merger.requireSameShape(old, value, place.child(index, value));
        }
        list.set(index, value);
    }

    private Merger merger(boolean mayAdd) {
        return new Merger(interpolator, mayAdd ? Merger.NewKeys.ALL : Merger.NewKeys.NONE);
    }

    private static Optional<FieldType> field(
            FieldType type, MapNode map, String key, boolean mayAdd) {
        Optional<FieldType> field = HydraSchema.field(type, map, key);
        return mayAdd ? field.or(() -> Optional.of(FieldType.ANY)) : field;
    }

    static int index(ListNode list, String part, Place place) {
        Optional<BigInteger> index = PythonNumbers.parseInt(part);
        String fullKey = place.fullKey() + "[" + part + "]";
        if (index.isEmpty()) {
            throw new Unfit(Kind.KEY_ERROR, "Index '" + part + "' (str) is not an int", fullKey);
        }
        if (index.get().signum() < 0
                || index.get().compareTo(BigInteger.valueOf(list.size())) >= 0) {
            throw new Unfit(
                    Kind.INDEX_ERROR,
                    "list index out of range: the list has " + list.size() + " items",
                    fullKey);
        }
        return index.get().intValue();
    }

    /// The value cannot go there; what the override was is added outside.
    static final class Unfit extends RuntimeException {
        private final Kind kind;
        private final String fullKey;

        Unfit(Kind kind, String message, String fullKey) {
            super(message, null, false, false);
            this.kind = kind;
            this.fullKey = fullKey;
        }

        ConfigError error(ParsedOverride override) {
            return new ConfigError(
                    kind,
                    "Error merging override "
                            + override.input()
                            + "\n"
                            + getMessage()
                            + "\n    full_key: "
                            + fullKey,
                    override.origin(),
                    "");
        }
    }
}
