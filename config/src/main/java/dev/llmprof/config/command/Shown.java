package dev.llmprof.config.command;

import dev.llmprof.config.Composition;
import dev.llmprof.config.node.KeyPath;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.node.Place;
import dev.llmprof.config.python.PythonNumbers;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.config.yaml.YamlWriter;
import dev.llmprof.problem.Nearest;
import java.util.List;
import java.util.Optional;

/// What `--cfg` prints: the composed configuration or a part of it.
public final class Shown {

    private Shown() {}

    public static String config(Composition composed, Flags flags) {
        String asked = flags.value("--cfg").orElse("job");
        MapNode tree =
                switch (asked) {
                    case "hydra" -> only(composed.root(), "hydra");
                    case "all" -> composed.root();
                    default -> composed.job();
                };
        Place top = Place.root(asked.equals("job") ? tree : composed.root());
        Optional<String> part =
                flags.value("--package").filter(p -> !p.equals("_global_") && !p.isEmpty());
        Place place = part.isPresent() ? select(top, part.get()) : top.with(tree);
        Node node = resolved(composed, place, flags);
        if (flags.has("--json")) {
            return JsonWriter.write(node) + "\n";
        }
        if (part.isPresent() && !Node.isContainer(node)) {
            return PythonText.str(node) + "\n";
        }
        return part.map(p -> "# @package " + p + "\n").orElse("") + YamlWriter.write(node);
    }

    private static Node resolved(Composition composed, Place place, Flags flags) {
        return flags.has("--resolve")
                ? composed.interpolator().resolveKeepingMissing(place)
                : place.node();
    }

    private static MapNode only(MapNode root, String key) {
        MapNode part = new MapNode(Origin.ENGINE);
        part.put(key, root.get(key).orElseThrow());
        return part;
    }

    private static Place select(Place top, String key) {
        Place place = top;
        for (String part : KeyPath.split(key)) {
            Place at = place;
            place =
                    child(at, part)
                            .orElseThrow(() ->
                                    Flags.usage(
                                            "package '" + key + "' not found in config",
                                            near(at, part)));
        }
        if (place.node() instanceof Node.Nothing) {
            throw Flags.usage(
                    "package '" + key + "' not found in config",
                    "it is null; ask for what it stands in");
        }
        return place;
    }

    private static Optional<Place> child(Place place, String part) {
        return switch (place.node()) {
            case MapNode map -> map.get(part).map(node -> place.child(part, node));
            case ListNode list ->
                    PythonNumbers.parseInt(part)
                            .filter(i -> i.signum() >= 0 && i.intValue() < list.size())
                            .map(i -> place.child(i.intValue(), list.items().get(i.intValue())));
            case Node.Scalar _ -> Optional.empty();
        };
    }

    private static String near(Place place, String part) {
        List<String> names =
                place.node() instanceof MapNode map
                        ? map.keys().stream().map(PythonText::keyText).toList()
                        : List.of();
        String above = place.fullKey().isEmpty() ? "" : place.fullKey() + ".";
        return Nearest.to(part, names)
                .map(n -> "--package " + above + n)
                .orElse(names.isEmpty() ? "" : "there are: " + String.join(", ", names));
    }
}
