package dev.llmprof.config.source;

import dev.llmprof.config.node.Node;
import java.util.List;
import java.util.Optional;

/// One file as read: its body without the defaults list, the list, and the package header.
public record LoadedConfig(
        String name,
        String provider,
        String shownAs,
        Node body,
        List<DefaultsItem> defaults,
        Optional<String> packageHeader) {

    public LoadedConfig {
        defaults = List.copyOf(defaults);
    }
}
