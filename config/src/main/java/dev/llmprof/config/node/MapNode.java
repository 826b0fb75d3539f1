package dev.llmprof.config.node;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A map in the order its keys were first set.
///
/// A key is a String, BigInteger, Double or Boolean, as YAML typed it.
public final class MapNode implements Node {
    private final Map<Object, Node> entries;
    private final Origin origin;

    public MapNode(Origin origin) {
        this.entries = new LinkedHashMap<>();
        this.origin = origin;
    }

    @Override
    public Origin origin() {
        return origin;
    }

    public Optional<Node> get(Object key) {
        return Optional.ofNullable(entries.get(own(key)));
    }

    /// For inner loops; null where the key is absent.
    public @Nullable Node find(Object key) {
        return entries.get(own(key));
    }

    public void put(Object key, Node value) {
        entries.put(own(key), value);
    }

    public void remove(Object key) {
        entries.remove(own(key));
    }

    /// The key that is there and equals this one as Python sees it: 1, 1.0 and true are the same.
    private Object own(Object key) {
        if (key instanceof String || entries.containsKey(key)) {
            return key;
        }
        double wanted = number(key);
        for (Object there : entries.keySet()) {
            if (number(there) == wanted) {
                return there;
            }
        }
        return key;
    }

    private static double number(Object key) {
        return switch (key) {
            case Boolean truth -> truth ? 1 : 0;
            case Number number -> number.doubleValue();
            default -> Double.NaN;
        };
    }

    public Set<Object> keys() {
        return Collections.unmodifiableSet(entries.keySet());
    }

    public Set<Map.Entry<Object, Node>> entries() {
        return Collections.unmodifiableMap(entries).entrySet();
    }

    public int size() {
        return entries.size();
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    public MapNode copy() {
        MapNode copy = new MapNode(origin);
        entries.forEach((key, value) -> copy.entries.put(key, Node.copy(value)));
        return copy;
    }
}
