package dev.llmprof.config.interpolation;

import dev.llmprof.config.error.Kind;
import dev.llmprof.config.expression.InterpolationParser;
import dev.llmprof.config.expression.SyntaxMistake;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Place;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.config.yaml.Source;
import dev.llmprof.config.yaml.YamlReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// OmegaConf's own resolvers, all named `oc.…`.
public final class StandardResolvers {
    private final Map<String, String> environment;
    private final Consumer<String> warnings;

    private StandardResolvers(Map<String, String> environment, Consumer<String> warnings) {
        this.environment = environment;
        this.warnings = warnings;
    }

    public static Map<String, Resolver> of(
            Map<String, String> environment, Consumer<String> warnings) {
        var standard = new StandardResolvers(environment, warnings);
        Map<String, Resolver> resolvers = new HashMap<>();
        resolvers.put("oc.env", standard::env);
        resolvers.put("oc.decode", StandardResolvers::decode);
        resolvers.put("oc.select", StandardResolvers::select);
        resolvers.put("oc.create", StandardResolvers::create);
        resolvers.put("oc.dict.keys", StandardResolvers::keys);
        resolvers.put("oc.dict.values", StandardResolvers::values);
        resolvers.put("oc.deprecated", standard::deprecated);
        return resolvers;
    }

    private Place env(ResolverCall call) {
        call.expect(1, 2, "oc.env");
        String name = key(call, "oc.env");
        String value = environment.get(name);
        if (value != null) {
            return call.value(new Node.Text(value, call.place().node().origin()));
        }
        if (call.count() == 1) {
            throw new ResolverMistake(
                    Kind.ENV_NOT_FOUND, "Environment variable '" + name + "' not found");
        }
        return call.argument(1) instanceof Node.Nothing nothing
                ? call.value(nothing)
                : call.value(new Node.Text(call.text(1), call.place().node().origin()));
    }

    private static Place decode(ResolverCall call) {
        call.expect(1, 1, "oc.decode");
        return switch (call.argument(0)) {
            case Node.Nothing nothing -> call.value(nothing);
            case Node.Text(String text, _) -> decode(text, call);
            case Node other ->
                    throw new ResolverMistake(
                            "`oc.decode` can only take strings or None as input, but `"
                                    + PythonText.str(other)
                                    + "` is of type "
                                    + PythonText.typeName(other));
        };
    }

    private static Place decode(String text, ResolverCall call) {
        try {
            return call.interpolator().evaluate(InterpolationParser.element(text), call.place());
        } catch (SyntaxMistake mistake) {
            throw new ResolverMistake("oc.decode cannot read '" + text + "': " + mistake.text());
        }
    }

    private static Place select(ResolverCall call) {
        call.expect(1, 2, "oc.select");
        String key = key(call, "oc.select");
        try {
            Optional<Place> found =
                    call.interpolator()
                            .lookup(key, call.place(), false)
                            .filter(place -> !(place.node() instanceof Node.Missing));
            return found.orElseGet(() -> fallback(call));
        } catch (Lookup.NotAContainer _) {
            return fallback(call);
        } catch (ResolverMistake aboveRoot) {
            throw new ResolverMistake(aboveRoot.text());
        }
    }

    private static String key(ResolverCall call, String resolver) {
        String text = call.text(0);
        if (!(call.argument(0) instanceof Node.Text)) {
            throw new ResolverMistake(
                    "%s takes a key, which is a text, and not %s; quote it: '%s'"
                            .formatted(resolver, text, text));
        }
        return text;
    }

    private static Place fallback(ResolverCall call) {
        return call.count() == 2
                ? call.arguments().get(1)
                : call.value(new Node.Nothing(call.place().node().origin()));
    }

    private static Place create(ResolverCall call) {
        call.expect(1, 1, "oc.create");
        return switch (call.argument(0)) {
            case MapNode map -> call.value(map.copy());
            case ListNode list -> call.value(list.copy());
            case Node.Nothing nothing -> call.value(nothing);
            case Node.Text(String text, _) ->
                    call.value(YamlReader.read(new Source("oc.create", text)));
            case Node other ->
                    throw new ResolverMistake(
                            "Object of unsupported type: '" + PythonText.typeName(other) + "'");
        };
    }

    private static Place deprecatedFor(ResolverCall call, String key, String old) {
        try {
            return call.interpolator()
                    .lookup(key, call.place(), false)
                    .orElseThrow(() ->
                            new ResolverMistake(
                                    "In oc.deprecated resolver at '"
                                            + old
                                            + "': Key not found: '"
                                            + key
                                            + "'"));
        } catch (Lookup.NotAContainer notAContainer) {
            throw notAContainer.mistake();
        }
    }

    private static Place map(ResolverCall call, String name) {
        call.expect(1, 1, name);
        Place place = found(call, key(call, name));
        if (!(place.node() instanceof MapNode)) {
            throw new ResolverMistake(
                    "`"
                            + name
                            + "` cannot be applied to objects of type: "
                            + PythonText.typeName(place.node()));
        }
        return place;
    }

    private static Place found(ResolverCall call, String key) {
        try {
            Place place =
                    call.interpolator()
                            .lookup(key, call.place(), false)
                            .orElseThrow(() -> new ResolverMistake("Key not found: '" + key + "'"));
            if (place.node() instanceof Node.Missing) {
                throw new ResolverMistake("Missing mandatory value: " + key);
            }
            return place;
        } catch (Lookup.NotAContainer notAContainer) {
            throw notAContainer.mistake();
        }
    }

    private static Place keys(ResolverCall call) {
        ListNode keys = new ListNode(call.place().node().origin());
        if (map(call, "oc.dict.keys").node() instanceof MapNode map) {
            map.keys()
                    .forEach(
                            key -> keys.add(new Node.Text(PythonText.keyText(key), keys.origin())));
        }
        return call.value(keys);
    }

    private static Place values(ResolverCall call) {
        Place place = map(call, "oc.dict.values");
        ListNode values = new ListNode(call.place().node().origin());
        if (place.node() instanceof MapNode map) {
            map.entries()
                    .forEach(e ->
                            values.add(
                                    call.interpolator()
                                            .resolveAll(place.child(e.getKey(), e.getValue()))));
        }
        return call.value(values);
    }

    private Place deprecated(ResolverCall call) {
        call.expect(1, 2, "oc.deprecated");
        String key = call.text(0);
        if (call.count() == 2 && !(call.argument(1) instanceof Node.Text)) {
            throw new ResolverMistake(
                    "oc.deprecated: interpolation message type is not a string ("
                            + PythonText.typeName(call.argument(1))
                            + ")");
        }
        String old = call.place().fullKey();
        Place target = deprecatedFor(call, key, old);
        String message =
                call.count() == 2
                        ? call.text(1)
                        : "'$OLD_KEY' is deprecated. Change your code and config to use '$NEW_KEY'";
        warnings.accept(message.replace("$OLD_KEY", old).replace("$NEW_KEY", target.fullKey()));
        return target;
    }
}
