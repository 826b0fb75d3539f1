package dev.llmprof.config.defaults;

import dev.llmprof.config.source.DefaultsItem.Choice;
import java.util.List;
import java.util.Map;

/// The outcome of reading all defaults lists.
///
/// `tree` is the indented tree as `--info defaults-tree` shows it.
public record Defaults(
        List<DefaultsRow> rows,
        Map<String, Choice> choices,
        List<String> tree,
        List<String> warnings) {}
