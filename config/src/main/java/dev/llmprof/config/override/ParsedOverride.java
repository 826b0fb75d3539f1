package dev.llmprof.config.override;

import dev.llmprof.config.node.Origin;
import java.util.Optional;

/// One parsed override. `value` is absent only for `~key`.
public record ParsedOverride(
        Type type, String key, Optional<String> pack, Optional<Value> value, String input) {

    /// `key=`, `+key=`, `++key=`, `~key`.
    public enum Type {
        CHANGE,
        ADD,
        FORCE_ADD,
        DEL
    }

    public boolean isSweep() {
        return value.isPresent() && value.get() instanceof Sweep;
    }

    public boolean isHydra() {
        return key.startsWith("hydra.") || key.startsWith("hydra/");
    }

    public Origin origin() {
        return new Origin.FromOverride(input);
    }

    /// `group@package` or `a.b`, as the user wrote it.
    public String fullKey() {
        return pack.map(p -> key + "@" + p).orElse(key);
    }

    /// The key with the mark that says what to do with it.
    public String markedKey() {
        String mark =
                switch (type) {
                    case CHANGE -> "";
                    case ADD -> "+";
                    case FORCE_ADD -> "++";
                    case DEL -> "~";
                };
        return mark + fullKey();
    }
}
