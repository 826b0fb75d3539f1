package dev.llmprof.config.source;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.yaml.Source;
import dev.llmprof.config.yaml.YamlReader;
import dev.llmprof.problem.Problem;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads one file: header, defaults list, body.
final class ConfigReader {
    private static final int HEADER_CHARACTERS = 512;

    private ConfigReader() {}

    static LoadedConfig read(String name, String provider, ConfigRoot.ConfigText file) {
        Optional<String> header = packageHeader(file);
        Node body = YamlReader.read(new Source(file.shownAs(), file.text()));
        if (!(body instanceof MapNode map) || map.find("defaults") == null) {
            return new LoadedConfig(name, provider, file.shownAs(), body, List.of(), header);
        }
        List<DefaultsItem> defaults = defaults(name, map.find("defaults"), map.origin());
        MapNode rest = new MapNode(map.origin());
        map.entries().stream()
                .filter(e -> !e.getKey().equals("defaults"))
                .forEach(e -> rest.put(e.getKey(), e.getValue()));
        return new LoadedConfig(name, provider, file.shownAs(), rest, defaults, header);
    }

    private static List<DefaultsItem> defaults(String name, @Nullable Node defaults, Origin map) {
        return switch (defaults) {
            case null -> List.of();
            case ListNode list -> DefaultsReader.read(name, list);
            case Node other ->
                    throw new ConfigError(
                            Kind.DEFAULTS_INVALID,
                            "Invalid defaults list in '"
                                    + name
                                    + "', defaults must be a list (got "
                                    + DefaultsReader.typeName(other)
                                    + ")",
                            other.origin() instanceof Origin.InFile ? other.origin() : map,
                            "defaults:\n  - group: option\n  - _self_");
        };
    }

    /// The first lines of the form `# @key value`; anything else but a blank line ends them.
    private static Optional<String> packageHeader(ConfigRoot.ConfigText file) {
        String text = file.text();
        String start = text.substring(0, Math.min(HEADER_CHARACTERS, text.length()));
        Optional<String> found = Optional.empty();
        int number = 0;
        for (String line : start.lines().toList()) {
            number++;
            String trimmed = line.strip();
            if (trimmed.isEmpty()) {
                continue;
            }
            String comment = trimmed.startsWith("#") ? trimmed.substring(1).strip() : "";
            if (!comment.startsWith("@")) {
                break;
            }
            String[] words = comment.split("\\s+", -1);
            if (words.length != 2) {
                throw new ConfigError(
                        Kind.PACKAGE_HEADER_INVALID,
                        new Problem(
                                (words.length < 2
                                                ? "Expected header format: KEY VALUE, got '"
                                                : "Too many components in '")
                                        + comment
                                        + "'",
                                file.shownAs() + ":" + number + ":1\n" + line,
                                "# @package name.of.package"));
            }
            if (words[0].equals("@package")) {
                found = Optional.of(words[1]);
            }
        }
        return found;
    }
}
