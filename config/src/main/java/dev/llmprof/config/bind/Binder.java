package dev.llmprof.config.bind;

import dev.llmprof.config.Composition;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.interpolation.Interpolator;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.node.Place;
import dev.llmprof.problem.Problem;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Reads records out of a composed configuration and keeps every problem until asked.
///
/// A component `maxNewTokens` is the key `max_new_tokens`. Components are texts, numbers, bools,
/// enums, paths, [java.time.Duration], [ByteSize], `Optional`, `List`, `Map`, records, sealed
/// interfaces of records (told apart by the key `kind`, see [Choice]) and [Node] for free parts.
/// Keys that no component takes are a problem unless the record is [Open].
public final class Binder {
    private final Place root;
    private final Interpolator interpolator;
    private final Function<String, Optional<String>> advice;
    private final Set<Problem> problems = new LinkedHashSet<>();

    public Binder(Composition composition) {
        this(Place.root(composition.job()), composition.interpolator());
    }

    /// `advice` is what to do about a full key that is not known or not there, where somebody
    /// knows.
    public Binder(Composition composition, Function<String, Optional<String>> advice) {
        this(Place.root(composition.job()), composition.interpolator(), advice);
    }

    public Binder(Place root, Interpolator interpolator) {
        this(root, interpolator, _ -> Optional.empty());
    }

    private Binder(
            Place root, Interpolator interpolator, Function<String, Optional<String>> advice) {
        this.root = root;
        this.interpolator = interpolator;
        this.advice = advice;
    }

    /// The whole job configuration as one record; fails with all problems at once.
    public static <R> R bind(Composition composition, Class<R> type) {
        return bind(composition, "", type);
    }

    /// The part below a dotted key.
    public static <R> R bind(Composition composition, String key, Class<R> type) {
        var binder = new Binder(composition);
        Optional<R> bound = binder.read(key, type);
        binder.check();
        return bound.orElseThrow(() -> new IllegalStateException("unbound without a problem"));
    }

    /// Empty where there is a problem; it is kept for [#check].
    public <R> Optional<R> read(String key, Class<R> type) {
        try {
            Place place = root;
            for (String part : key.isEmpty() ? List.<String>of() : List.of(key.split("\\.", -1))) {
                Optional<Place> child = child(place, part);
                if (child.isEmpty()) {
                    problem(
                            key + " is missing",
                            Origin.describe(place.node().origin()),
                            advice(key).orElse(""));
                    return Optional.empty();
                }
                place = child.get();
            }
            return new ValueBinder(this).value(place, type).map(type::cast);
        } catch (ConfigError unresolved) {
            problems.addAll(unresolved.problems());
            return Optional.empty();
        }
    }

    /// All problems so far, each once: two readers may look at the same keys.
    public List<Problem> problems() {
        return List.copyOf(problems);
    }

    /// Adds one found elsewhere, such as a rule between two keys, to be shown with the others.
    public void add(Problem problem) {
        problems.add(problem);
    }

    /// Where the value of a dotted key came from, for such rules; empty where nothing is known.
    public String at(String key) {
        Place place = root;
        for (String part : key.split("\\.", -1)) {
            if (!(place.node() instanceof MapNode map) || map.find(part) == null) {
                return "";
            }
            place = place.child(part, map.get(part).orElseThrow());
        }
        return Origin.describe(place.node().origin());
    }

    /// Fails with all problems where there are any.
    public void check() {
        if (!problems.isEmpty()) {
            throw new Problem.Found(List.copyOf(problems));
        }
    }

    Optional<String> advice(String key) {
        return advice.apply(key);
    }

    Place resolve(Place place) {
        return interpolator.resolve(place);
    }

    Node resolveAll(Place place) {
        return interpolator.resolveAll(place);
    }

    void problem(String what, String at, String fix) {
        problems.add(new Problem(what, at, fix));
    }

    void problems(ConfigError error) {
        problems.addAll(error.problems());
    }

    private Optional<Place> child(Place place, String part) {
        Place resolved = interpolator.resolve(place);
        return resolved.node() instanceof MapNode map
                ? map.get(part).map(node -> resolved.child(part, node))
                : Optional.empty();
    }
}
