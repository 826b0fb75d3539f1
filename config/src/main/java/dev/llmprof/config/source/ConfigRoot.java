package dev.llmprof.config.source;

import java.util.List;
import java.util.Optional;

/// One place where configuration files are looked up.
public interface ConfigRoot {

    /// Who put it into the search path: `hydra`, `main`, `command-line` …
    String provider();

    /// As shown in listings: `file:///…`, `pkg://…`.
    String path();

    boolean isAvailable();

    /// The text of `name.yaml`; empty where there is none.
    Optional<ConfigText> read(String name);

    /// `name.yaml` read; empty where there is none.
    default Optional<LoadedConfig> load(String name) {
        return read(name).map(text -> ConfigReader.read(name, provider(), text));
    }

    boolean isGroup(String group);

    /// Names of configs directly in a group, without `.yaml`, in any order.
    List<String> options(String group);

    /// Names of groups directly in a group.
    List<String> groups(String group);

    /// A file's text and the name to show for it.
    record ConfigText(String shownAs, String text) {}

    static String fileName(String name) {
        return name.endsWith(".yaml") ? name : name + ".yaml";
    }
}
