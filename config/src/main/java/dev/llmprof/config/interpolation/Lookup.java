package dev.llmprof.config.interpolation;

import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.KeyPath;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Place;
import dev.llmprof.config.python.PythonNumbers;
import dev.llmprof.problem.Nearest;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/// Walks a dotted key through a tree, following interpolations on the way.
final class Lookup {
    private final Interpolator interpolator;

    Lookup(Interpolator interpolator) {
        this.interpolator = interpolator;
    }

    Optional<Place> find(String key, Place at, boolean failOnMissing) {
        int dots = leadingDots(key);
        Place from = dots == 0 ? at.top() : climb(at, dots, key);
        return select(from, key.substring(dots), key, at, failOnMissing);
    }

    private static int leadingDots(String key) {
        int dots = 0;
        while (dots < key.length() && key.charAt(dots) == '.') {
            dots++;
        }
        return dots;
    }

    private static Place climb(Place at, int levels, String key) {
        Place place = at;
        for (int i = 0; i < levels; i++) {
            place = place.parent().orElseThrow(() -> aboveRoot(key));
        }
        return place;
    }

    private static ResolverMistake aboveRoot(String key) {
        return new ResolverMistake(
                Kind.INTERPOLATION_KEY_NOT_FOUND,
                "Error resolving key '" + key + "': it leads above the root");
    }

    private Optional<Place> select(
            Place from, String rest, String key, Place at, boolean failOnMissing) {
        if (rest.isEmpty()) {
            return Optional.of(from);
        }
        List<String> parts = KeyPath.split(rest);
        Place place = from;
        for (int i = 0; i < parts.size(); i++) {
            Optional<Place> child = child(place, parts.get(i));
            if (child.isEmpty()) {
                return Optional.empty();
            }
            place = child.get();
            boolean last = i == parts.size() - 1;
            if (place.node() instanceof Node.Missing && failOnMissing) {
                throw Interpolator.toMissing(place.fullKey(), at);
            }
            place = interpolator.resolve(place);
            if (!last && !Node.isContainer(place.node())) {
                if (place.node() instanceof Node.Missing) {
                    return Optional.empty();
                }
                throw new NotAContainer(
                        "Error trying to access "
                                + key
                                + ": node `"
                                + place.fullKey()
                                + "` is not a container and thus cannot contain `"
                                + parts.get(i + 1)
                                + "`");
            }
        }
        return Optional.of(place);
    }

    private static Optional<Place> child(Place place, String part) {
        return switch (place.node()) {
            case MapNode map -> map.get(part).map(node -> place.child(part, node));
            case ListNode list -> item(place, list, part);
            default -> Optional.empty();
        };
    }

    private static Optional<Place> item(Place place, ListNode list, String part) {
        Optional<BigInteger> index = PythonNumbers.parseInt(part);
        if (index.isEmpty()) {
            throw new ResolverMistake("Index '" + part + "' (str) is not an int");
        }
        boolean inside =
                index.get().signum() >= 0
                        && index.get().compareTo(BigInteger.valueOf(list.size())) < 0;
        return inside
                ? Optional.of(
                        place.child(
                                index.get().intValue(), list.items().get(index.get().intValue())))
                : Optional.empty();
    }

    /// The key with its last part replaced by the nearest that exists.
    static Optional<String> nearest(String key, Place at) {
        if (key.startsWith(".") || key.contains("[")) {
            return Optional.empty();
        }
        List<String> parts = KeyPath.split(key);
        Place place = at.top();
        for (int i = 0; i < parts.size(); i++) {
            if (!(place.node() instanceof MapNode map)) {
                return Optional.empty();
            }
            Optional<Node> next = map.get(parts.get(i));
            if (next.isEmpty()) {
                List<String> names = map.keys().stream().map(Object::toString).toList();
                String above = i == 0 ? "" : String.join(".", parts.subList(0, i)) + ".";
                List<String> below = parts.subList(i + 1, parts.size());
                String after = below.isEmpty() ? "" : "." + String.join(".", below);
                return Nearest.to(parts.get(i), names).map(name -> above + name + after);
            }
            place = place.child(parts.get(i), next.get());
        }
        return Optional.empty();
    }

    /// The key leads through a plain value; `oc.select` has a default for that.
    static final class NotAContainer extends RuntimeException {
        NotAContainer(String message) {
            super(message, null, false, false);
        }

        ResolverMistake mistake() {
            return new ResolverMistake(String.valueOf(getMessage()));
        }
    }
}
