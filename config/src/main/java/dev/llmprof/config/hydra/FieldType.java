package dev.llmprof.config.hydra;

import java.util.List;
import java.util.Map;

/// What a field of the hydra node may hold.
public sealed interface FieldType {

    /// Anything; also the type of every key outside the hydra node.
    record Any() implements FieldType {}

    record Text(boolean optional) implements FieldType {}

    record Truth(boolean optional) implements FieldType {}

    record Whole(boolean optional) implements FieldType {}

    record OneOf(List<String> names, boolean optional) implements FieldType {}

    record ListOf(FieldType item) implements FieldType {}

    /// A map with any keys.
    record MapOf(FieldType value) implements FieldType {}

    /// A map with exactly these keys; `open` ones take others too.
    record Struct(String name, Map<String, FieldType> fields, boolean open) implements FieldType {}

    /// A launcher or sweeper: its keys are fixed where its `_target_` is ours.
    record Plugin() implements FieldType {}

    FieldType ANY = new Any();
}
