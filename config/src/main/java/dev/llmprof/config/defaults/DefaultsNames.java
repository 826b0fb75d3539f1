package dev.llmprof.config.defaults;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.interpolation.Interpolator;
import dev.llmprof.config.interpolation.Resolver;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.node.Place;
import dev.llmprof.config.source.DefaultsItem.Choice;
import java.util.List;
import java.util.Map;

/// Names in defaults lists that depend on choices made elsewhere: `${group}`.
final class DefaultsNames {
    private final Map<String, Resolver> resolvers;

    DefaultsNames(Map<String, Resolver> resolvers) {
        this.resolvers = resolvers;
    }

    String resolve(Entry entry, Entry parent, Choices choices, List<Entry> siblings) {
        String text = entry.interpolation();
        if (text.contains("${defaults.")) {
            throw new ConfigError(
                    Kind.DEFAULTS_LEGACY_INTERPOLATION,
                    "In '"
                            + parent.configPath()
                            + "': Defaults List interpolation is using the deprecated"
                            + " ${defaults.INDEX.group} form: "
                            + text,
                    entry.origin(),
                    "use ${group}");
        }
        MapNode known = new MapNode(Origin.ENGINE);
        choices.known().forEach((key, choice) -> known.put(key, node(choice)));
        Place place = Place.root(known).child("_name_", Node.ofText(text, entry.origin()));
        try {
            Node value = new Interpolator(resolvers).resolve(place).node();
            if (value instanceof Node.Text(String name, _)) {
                return name;
            }
        } catch (ConfigError error) {
            if (error.kind() != Kind.INTERPOLATION_KEY_NOT_FOUND) {
                throw error.within("In '" + parent.configPath() + "': '" + text + "'", "");
            }
        }
        String keys = String.join(", ", choices.known().keySet());
        throw new ConfigError(
                Kind.DEFAULTS_INTERPOLATION,
                "In '"
                        + parent.configPath()
                        + "': Error resolving interpolation '"
                        + text
                        + "'"
                        + (keys.isEmpty() ? "" : ", possible interpolation keys: " + keys),
                entry.origin(),
                "list the group it names in the same defaults list");
    }

    private static Node node(Choice choice) {
        return switch (choice) {
            case Choice.None() -> new Node.Nothing(Origin.ENGINE);
            case Choice.Name(String name) -> Node.ofText(name, Origin.ENGINE);
            case Choice.Names(List<String> names) -> Node.text(String.join(",", names));
        };
    }
}
