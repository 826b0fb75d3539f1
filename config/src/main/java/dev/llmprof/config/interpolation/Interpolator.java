package dev.llmprof.config.interpolation;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.expression.Expression;
import dev.llmprof.config.expression.InterpolationParser;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.node.Place;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.problem.Nearest;
import dev.llmprof.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Resolves interpolations when they are read, each from the place where it stands.
public final class Interpolator {
    private static final int MAX_DEPTH = 200;
    private static final int MAX_STEPS = 1_000_000;
    private static final int MAX_TEXT = 1 << 24;

    private final Map<String, Resolver> resolvers;
    private final List<Place> open = new ArrayList<>();
    private boolean copying;
    private int steps;

    public Interpolator(Map<String, Resolver> resolvers) {
        this.resolvers = resolvers;
    }

    /// The value that is meant: for a reference the target itself, wherever it stands.
    public Place resolve(Place place) {
        if (!(place.node() instanceof Node.Interpolation(String source, Origin origin))) {
            return place;
        }
        if (open.stream().anyMatch(place::isSame)) {
            throw error(
                    Kind.INTERPOLATION_CYCLE,
                    "Recursive interpolation detected",
                    open.getFirst(),
                    "");
        }
        if (open.size() >= MAX_DEPTH) {
            throw error(
                    Kind.LIMIT,
                    "more than " + MAX_DEPTH + " interpolations lead to each other",
                    open.getFirst(),
                    "");
        }
        step(place);
        open.add(place);
        try {
            Expression expression = InterpolationParser.parse(source, origin);
            return literal(evaluate(expression, place));
        } catch (ResolverMistake mistake) {
            throw error(mistake.kind(), mistake.text(), place, "");
        } finally {
            open.removeLast();
        }
    }

    /// The container a reference leads to; empty where it leads to a plain value or nowhere.
    public Optional<Node> container(Node.Interpolation reference, Place place) {
        try {
            // Several pieces are a text, whatever they lead to.
            return InterpolationParser.parse(reference.source(), reference.origin())
                            instanceof Expression.Joined
                    ? Optional.empty()
                    : Optional.of(resolve(place).node()).filter(Node::isContainer);
        } catch (ConfigError unresolved) {
            return Optional.empty();
        }
    }

    /// A copy of everything below, with no interpolation left.
    public Node resolveAll(Place place) {
        return copied(place, false);
    }

    /// The same, but what leads to a missing value becomes missing itself.
    public Node resolveKeepingMissing(Place place) {
        return copied(place, true);
    }

    private Node copied(Place place, boolean keepMissing) {
        boolean outermost = !copying;
        steps = outermost ? 0 : steps;
        copying = true;
        try {
            return resolveAll(place, 0, keepMissing);
        } finally {
            copying = !outermost;
        }
    }

    /// A few lines that each name the one before twice would have no end.
    private void step(Place place) {
        steps = open.isEmpty() && !copying ? 0 : steps + 1;
        if (steps > MAX_STEPS) {
            String what =
                    "it takes more than " + MAX_STEPS + " steps to resolve the interpolations";
            throw error(Kind.LIMIT, what, place, "");
        }
    }

    private Node resolveAll(Place place, int depth, boolean keepMissing) {
        if (depth > MAX_DEPTH) {
            throw error(Kind.INTERPOLATION_CYCLE, "Recursive interpolation detected", place, "");
        }
        step(place);
        Place resolved = keepMissing ? resolveOrMissing(place) : resolve(place);
        return switch (resolved.node()) {
            case MapNode map -> {
                MapNode copy = new MapNode(map.origin());
                map.entries()
                        .forEach(e -> {
                            Place child = resolved.child(e.getKey(), e.getValue());
                            copy.put(e.getKey(), resolveAll(child, depth + 1, keepMissing));
                        });
                yield copy;
            }
            case ListNode list -> {
                ListNode copy = new ListNode(list.origin());
                for (int i = 0; i < list.size(); i++) {
                    Place child = resolved.child(i, list.items().get(i));
                    copy.add(resolveAll(child, depth + 1, keepMissing));
                }
                yield copy;
            }
            case Node.Scalar scalar -> scalar;
        };
    }

    private Place resolveOrMissing(Place place) {
        try {
            return resolve(place);
        } catch (ConfigError error) {
            if (error.kind() == Kind.INTERPOLATION_TO_MISSING) {
                return place.with(new Node.Missing(place.node().origin()));
            }
            throw error;
        }
    }

    Place evaluate(Expression expression, Place at) {
        return switch (expression) {
            case Expression.Literal(String text) ->
                    at.with(new Node.Text(text, at.node().origin()));
            case Expression.Constant(Node.Scalar value) -> at.with(value);
            case Expression.Joined(List<Expression> pieces) -> text(joined(pieces, at), at);
            case Expression.Quoted(Expression content) ->
                    text(PythonText.str(evaluate(content, at).node()), at);
            case Expression.Reference(List<Expression> pieces) -> reference(key(pieces, at), at);
            case Expression.Call call -> call(call, at);
            case Expression.Items(List<Expression> items) -> {
                ListNode list = new ListNode(at.node().origin());
                items.forEach(item -> list.add(evaluate(item, at).node()));
                yield at.with(list);
            }
            case Expression.Entries(List<Expression.Entry> entries) -> {
                MapNode map = new MapNode(at.node().origin());
                entries.forEach(e -> map.put(mapKey(e.key()), evaluate(e.value(), at).node()));
                yield at.with(map);
            }
        };
    }

    // The result is a text even where it reads like an interpolation.
    private static Place literal(Place place) {
        return place.node() instanceof Node.Interpolation(String source, Origin origin)
                ? place.with(new Node.Text(source, origin))
                : place;
    }

    private static Place text(String text, Place at) {
        return at.with(new Node.Text(text, at.node().origin()));
    }

    private String joined(List<Expression> pieces, Place at) {
        var text = new StringBuilder();
        for (Expression piece : pieces) {
            text.append(PythonText.str(evaluate(piece, at).node()));
            if (text.length() > MAX_TEXT) {
                String what = "the text would have more than " + MAX_TEXT + " characters";
                throw error(Kind.LIMIT, what, at, "");
            }
        }
        return text.toString();
    }

    private String key(List<Expression> pieces, Place at) {
        var key = new StringBuilder();
        for (Expression piece : pieces) {
            Node part = evaluate(piece, at).node();
            if (!(part instanceof Node.Text(String text, _))) {
                throw new ResolverMistake(
                        "an interpolation inside a key must give a text, but gave "
                                + PythonText.repr(part)
                                + " ("
                                + PythonText.typeName(part)
                                + ")");
            }
            key.append(text);
        }
        return key.toString();
    }

    private static Object mapKey(Node.Scalar key) {
        return switch (key) {
            case Node.Whole(var value, _) -> value;
            case Node.Real(double value, _) -> value;
            case Node.Truth(boolean value, _) -> value;
            default -> PythonText.str(key);
        };
    }

    // The very container is meant, not an equal one.
    @SuppressWarnings("ReferenceEquality")
    private Place reference(String key, Place at) {
        Place target;
        try {
            target = lookup(key, at, true).orElseThrow(() -> notFound(key, at));
        } catch (Lookup.NotAContainer notAContainer) {
            throw notAContainer.mistake();
        }
        if (target.node() instanceof Node.Missing) {
            throw toMissing(key, at);
        }
        for (Place above = at; above.parent().isPresent(); above = above.parent().get()) {
            if (above.parent().get().node() == target.node()) {
                throw new ResolverMistake("Interpolation to parent node detected: '" + key + "'");
            }
        }
        return target;
    }

    /// The place a key leads to, relative ones from `at`; its own interpolations are followed.
    public Optional<Place> lookup(String key, Place at, boolean failOnMissing) {
        return new Lookup(this).find(key, at, failOnMissing);
    }

    /// The place a key leads to from the root; empty also where it leads through a plain value.
    public Optional<Place> select(Place root, String key) {
        try {
            return lookup(key, root, false);
        } catch (Lookup.NotAContainer | ResolverMistake leadsNowhere) {
            return Optional.empty();
        }
    }

    private Place call(Expression.Call call, Place at) {
        String name = key(call.name(), at);
        Resolver resolver = resolvers.get(name);
        if (resolver == null) {
            String near =
                    Nearest.to(name, resolvers.keySet()).map(n -> "${" + n + ":…}").orElse("");
            throw error(Kind.UNKNOWN_RESOLVER, "Unsupported interpolation type " + name, at, near);
        }
        List<Place> arguments = call.arguments().stream().map(a -> evaluate(a, at)).toList();
        return resolver.resolve(new ResolverCall(at, arguments, this));
    }

    private ConfigError notFound(String key, Place at) {
        return error(
                Kind.INTERPOLATION_KEY_NOT_FOUND,
                "Interpolation key '" + key + "' not found",
                at,
                Lookup.nearest(key, at).map(n -> "did you mean ${" + n + "}?").orElse(""));
    }

    static ConfigError toMissing(String key, Place at) {
        return error(
                Kind.INTERPOLATION_TO_MISSING,
                "Missing mandatory value: the interpolation leads to '" + key + "', which is ???",
                at,
                key.startsWith(".") ? "" : key + "=<value>");
    }

    static ConfigError error(Kind kind, String what, Place at, String fix) {
        String text =
                at.node() instanceof Node.Interpolation(String source, _) ? " in " + source : "";
        String key = at.fullKey();
        String where = Origin.describe(at.node().origin());
        return new ConfigError(
                kind, new Problem(what + "\n    full_key: " + key + text, where, fix));
    }
}
