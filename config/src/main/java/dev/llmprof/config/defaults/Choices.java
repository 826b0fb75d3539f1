package dev.llmprof.config.defaults;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.source.DefaultsItem.Choice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// What is known about groups while the tree grows: choices asked for, choices seen, deletions.
final class Choices {
    private final Map<String, Asked> asked = new LinkedHashMap<>();
    private final Map<String, Deletion> deletions = new LinkedHashMap<>();
    private final Map<String, Choice> known = new LinkedHashMap<>();
    private final Map<String, TreeSet<String>> keysOfGroup = new HashMap<>();
    private final List<Entry> appended = new ArrayList<>();

    /// `by` is the config that holds the `override` entry, empty for the command line.
    private static final class Asked {
        final Choice choice;
        final Optional<String> by;
        final Origin origin;
        boolean used;

        Asked(Choice choice, Optional<String> by, Origin origin) {
            this.choice = choice;
            this.by = by;
            this.origin = origin;
        }
    }

    private static final class Deletion {
        final Optional<String> name;
        final Origin origin;
        boolean used;

        Deletion(Optional<String> name, Origin origin) {
            this.name = name;
            this.origin = origin;
        }
    }

    /// From the command line: the last one given wins.
    void ask(String key, Choice choice, Origin origin) {
        asked.put(key, new Asked(choice, Optional.empty(), origin));
    }

    void delete(String key, Optional<String> name, Origin origin) {
        deletions.put(key, new Deletion(name, origin));
    }

    void append(Entry entry) {
        appended.add(entry);
    }

    List<Entry> appended() {
        return appended;
    }

    /// From an `override` entry: whoever asked first is further out and wins.
    void askFrom(String config, Entry entry) {
        asked.putIfAbsent(
                entry.overrideKey(),
                new Asked(entry.choice(), Optional.of(config), entry.origin()));
    }

    void apply(Entry entry) {
        Asked ask = entry.isGroup() ? asked.get(entry.overrideKey()) : null;
        if (ask != null) {
            entry.choose(ask.choice, ask.origin);
            ask.used = true;
        }
    }

    boolean delete(Entry entry) {
        Deletion deletion = entry.isGroup() ? deletions.get(entry.overrideKey()) : null;
        if (deletion == null
                || (deletion.name.isPresent() && !deletion.name.equals(entry.name()))) {
            return false;
        }
        deletion.used = true;
        entry.delete();
        return true;
    }

    void see(Entry entry) {
        if (!entry.isGroup()) {
            return;
        }
        String key = entry.overrideKey();
        Choice before = known.putIfAbsent(key, entry.choice());
        if (before != null && !before.equals(entry.choice())) {
            String value = DefaultsTree.text(before);
            throw new ConfigError(
                    Kind.DEFAULTS_MULTIPLE_VALUES,
                    "Multiple values for "
                            + key
                            + ". To override a value use 'override "
                            + key
                            + ": "
                            + value
                            + "'",
                    entry.origin(),
                    "- override " + key + ": " + value + "   or   " + key + "=" + value);
        }
        keysOfGroup.computeIfAbsent(entry.groupPath(), _ -> new TreeSet<>()).add(key);
    }

    Map<String, Choice> known() {
        return known;
    }

    void checkAllUsed() {
        asked.forEach((key, ask) -> {
            if (!ask.used) {
                throw unused(key, ask);
            }
        });
        deletions.forEach((key, deletion) -> {
            if (!deletion.used) {
                String shown = deletion.name.map(n -> key + "=" + n).orElse(key);
                throw new ConfigError(
                        Kind.GROUP_DELETE_NO_MATCH,
                        "Could not delete '" + shown + "'. No match in the defaults list",
                        deletion.origin,
                        keysOf(key).isEmpty() ? "" : "~" + String.join("   or   ~", keysOf(key)));
            }
        });
    }

    private SortedSet<String> keysOf(String key) {
        return keysOfGroup.getOrDefault(key.split("@", -1)[0], new TreeSet<>());
    }

    private ConfigError unused(String key, Asked ask) {
        String value = DefaultsTree.text(ask.choice);
        SortedSet<String> near = keysOf(key);
        String context = ask.by.map(config -> "In '" + config + "': ").orElse("");
        String append =
                ask.by.isPresent()
                        ? ""
                        : "\nTo append to your default list use +" + key + "=" + value;
        if (near.isEmpty()) {
            return new ConfigError(
                    Kind.GROUP_OVERRIDE_NO_MATCH,
                    context
                            + "Could not override '"
                            + key
                            + "'. No match in the defaults list."
                            + append,
                    ask.origin,
                    ask.by.isPresent() ? "" : "+" + key + "=" + value);
        }
        String mean =
                near.contains(key)
                        ? "\nThe entry '"
                                + key
                                + "' is listed before this override is known: list the"
                                + " config that overrides it after it."
                        : "";
        String question =
                near.size() == 1
                        ? "\nDid you mean to override " + near.first() + "?"
                        : "\nDid you mean to override one of " + String.join(", ", near) + "?";
        return new ConfigError(
                Kind.GROUP_OVERRIDE_DID_YOU_MEAN,
                context + "Could not override '" + key + "'." + question + append + mean,
                ask.origin,
                ask.by.isPresent() || near.contains(key)
                        ? ""
                        : String.join("=" + value + "   or   ", near) + "=" + value);
    }
}
