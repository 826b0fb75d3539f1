package dev.llmprof.config.defaults;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.source.Repository;
import dev.llmprof.problem.Nearest;
import java.util.List;

/// Errors for configs that are not there, with what is.
final class NotFound {

    private NotFound() {}

    static ConfigError error(Repository repository, Entry entry, Entry parent) {
        if (entry.primary) {
            return primary(repository, entry);
        }
        if (!entry.isGroup()) {
            return new ConfigError(
                    Kind.CONFIG_NOT_FOUND,
                    "In '"
                            + parent.configPath()
                            + "': Could not load '"
                            + entry.configPath()
                            + "'.\n"
                            + repository.describe(),
                    entry.origin(),
                    near(entry.configPath(), configs(repository, entry.groupPath())));
        }
        List<String> options = repository.options(entry.groupPath());
        String available =
                options.isEmpty()
                        ? ""
                        : "\nAvailable options in '" + entry.groupPath() + "':" + lines(options);
        return new ConfigError(
                Kind.GROUP_OPTION_NOT_FOUND,
                "In '"
                        + parent.configPath()
                        + "': Could not find '"
                        + entry.configPath()
                        + "'"
                        + available
                        + "\n"
                        + repository.describe(),
                entry.origin(),
                optionFix(entry, options, repository));
    }

    private static String optionFix(Entry entry, List<String> options, Repository repository) {
        String typed = entry.name().orElse("");
        String key = entry.overrideKey();
        if (options.isEmpty()) {
            return near(entry.groupPath(), repository.groups(""));
        }
        return Nearest.to(typed, options)
                .map(name -> "did you mean " + name + "?   " + key + "=" + name)
                .orElse("choose one of: " + String.join(", ", options));
    }

    static ConfigError missing(Repository repository, Entry entry) {
        if (!entry.isGroup()) {
            return new ConfigError(
                    Kind.DEFAULTS_INVALID,
                    "Missing ConfigDefault is not supported : " + entry.configPath(),
                    entry.origin(),
                    "name the config, or use a group: - group: ???");
        }
        String key = entry.overrideKey();
        List<String> options = repository.options(entry.groupPath());
        return new ConfigError(
                Kind.MANDATORY_GROUP_MISSING,
                "You must specify '"
                        + key
                        + "', e.g, "
                        + key
                        + "=<OPTION>\nAvailable options:"
                        + lines(options),
                entry.origin(),
                options.isEmpty() ? "" : key + "=" + options.getFirst());
    }

    private static ConfigError primary(Repository repository, Entry entry) {
        return new ConfigError(
                Kind.PRIMARY_CONFIG_NOT_FOUND,
                "Cannot find primary config '"
                        + entry.configPath()
                        + "'. Check that it's in your config search path.\n"
                        + repository.describe(),
                Origin.ENGINE,
                primaryFix(entry.configPath(), configs(repository, entry.groupPath())));
    }

    private static String primaryFix(String typed, List<String> names) {
        String near = near(typed, names);
        return near.isEmpty() && !names.isEmpty()
                ? "--config-name, one of: " + String.join(", ", names)
                : near;
    }

    private static List<String> configs(Repository repository, String group) {
        String prefix = group.isEmpty() ? "" : group + "/";
        return repository.options(group).stream().map(name -> prefix + name).toList();
    }

    private static String near(String typed, List<String> names) {
        return Nearest.to(typed, names).map(name -> "did you mean " + name + "?").orElse("");
    }

    private static String lines(List<String> options) {
        var text = new StringBuilder();
        options.forEach(option -> text.append("\n\t").append(option));
        return text.toString();
    }
}
