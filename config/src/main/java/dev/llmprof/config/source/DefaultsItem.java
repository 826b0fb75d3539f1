package dev.llmprof.config.source;

import dev.llmprof.config.node.Origin;
import java.util.List;
import java.util.Optional;

/// One line of a defaults list as written.
public sealed interface DefaultsItem {

    Origin origin();

    record Self(Origin origin) implements DefaultsItem {}

    /// `- path@package`.
    record Config(String path, Optional<String> pack, Origin origin) implements DefaultsItem {}

    /// `- [optional] [override] group@package: value`.
    record Group(
            String group,
            Optional<String> pack,
            Choice value,
            boolean optional,
            boolean override,
            Origin origin)
            implements DefaultsItem {}

    /// What a group is set to.
    sealed interface Choice {
        record None() implements Choice {}

        record Name(String name) implements Choice {}

        record Names(List<String> names) implements Choice {}
    }
}
