package dev.llmprof.config.defaults;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.source.DefaultsItem;
import dev.llmprof.config.source.DefaultsItem.Choice;
import dev.llmprof.config.source.LoadedConfig;
import dev.llmprof.config.source.Repository;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Builds the tree of defaults, last entry first, so that a later entry can override an earlier
/// one.
final class DefaultsTree {
    private static final int MAX_DEPTH = 100;

    private final Repository repository;
    private final Choices choices;
    private final DefaultsNames names;
    private final boolean skipMissing;
    private final List<String> warnings = new ArrayList<>();

    DefaultsTree(Repository repository, Choices choices, DefaultsNames names, boolean skipMissing) {
        this.repository = repository;
        this.choices = choices;
        this.names = names;
        this.skipMissing = skipMissing;
    }

    List<String> warnings() {
        return warnings;
    }

    /// The engine's own config and the primary one; the primary is read first.
    TreeNode build(Optional<String> primary) {
        Entry root = Entry.root();
        List<TreeNode> children = new ArrayList<>();
        if (primary.isPresent()) {
            children.add(expand(Entry.config(primary.get(), true), root, false, 0));
        } else {
            children.add(withoutPrimary());
        }
        children.addFirst(expand(Entry.config("hydra/config", false), root, false, 0));
        return new TreeNode(root, Optional.of(children));
    }

    private TreeNode withoutPrimary() {
        Entry nothing = Entry.config(Entry.NONE, true);
        LoadedConfig empty =
                new LoadedConfig(
                        Entry.NONE,
                        "",
                        "",
                        new MapNode(Origin.ENGINE),
                        List.of(),
                        Optional.empty());
        return children(nothing, empty, false, 0);
    }

    private TreeNode expand(Entry entry, Entry parent, boolean interpolated, int depth) {
        if (depth > MAX_DEPTH) {
            throw new ConfigError(
                    Kind.LIMIT,
                    "the defaults lists include each other without end: '"
                            + entry.configPath()
                            + "'",
                    entry.origin(),
                    "remove the entry that leads back");
        }
        Optional<LoadedConfig> loaded =
                entry.name().isEmpty() || entry.isMissing()
                        ? Optional.empty()
                        : repository.load(entry.configPath());
        loaded.ifPresent(config -> entry.header(config.packageHeader()));
        if (choices.delete(entry)) {
            return TreeNode.leaf(entry);
        }
        choices.see(entry);
        if (entry.name().isEmpty() || isLeftMissing(entry)) {
            return TreeNode.leaf(entry);
        }
        if (loaded.isEmpty()) {
            if (!entry.optional) {
                throw NotFound.error(repository, entry, parent);
            }
            entry.delete();
            return TreeNode.leaf(entry);
        }
        return children(entry, loaded.get(), interpolated, depth);
    }

    private boolean isLeftMissing(Entry entry) {
        if (!entry.isMissing()) {
            return false;
        }
        if (!skipMissing) {
            throw NotFound.missing(repository, entry);
        }
        return true;
    }

    private TreeNode children(Entry entry, LoadedConfig config, boolean interpolated, int depth) {
        List<Entry> entries = entries(entry, config);
        overrides(entry, entries, interpolated);
        List<Slot> slots = new ArrayList<>();
        for (Entry child : entries.reversed()) {
            if (child.form == Entry.Form.SELF) {
                slots.add(new Slot(child, Optional.of(TreeNode.leaf(child))));
            } else if (!child.override) {
                child.under(entry.groupPath(), entry.finalPackage());
                choices.apply(child);
                slots(child, entry, interpolated, depth, slots);
            }
        }
        List<TreeNode> nodes = new ArrayList<>();
        for (Slot slot : slots) {
            nodes.add(slot.node().orElseGet(() -> deferred(slot.entry(), entry, entries, depth)));
        }
        Collections.reverse(nodes);
        return new TreeNode(entry, nodes.isEmpty() ? Optional.empty() : Optional.of(nodes));
    }

    /// A child in its place; without a node while its name still waits for its siblings.
    private record Slot(Entry entry, Optional<TreeNode> node) {}

    private void slots(
            Entry child, Entry parent, boolean interpolated, int depth, List<Slot> slots) {
        if (child.choice() instanceof Choice.Names(List<String> members) && child.isGroup()) {
            for (String member : members.reversed()) {
                if (member.contains("${")) {
                    throw new ConfigError(
                            Kind.DEFAULTS_INTERPOLATION_IN_LIST,
                            "In '"
                                    + parent.configPath()
                                    + "': Defaults List interpolation is not supported in options"
                                    + " list items",
                            child.origin(),
                            "");
                }
                Entry entry = child.member(member);
                slots.add(
                        new Slot(
                                entry,
                                Optional.of(expand(entry, parent, interpolated, depth + 1))));
            }
        } else if (child.isInterpolation()) {
            slots.add(new Slot(child, Optional.empty()));
        } else {
            slots.add(new Slot(child, Optional.of(expand(child, parent, interpolated, depth + 1))));
        }
    }

    private TreeNode deferred(Entry child, Entry parent, List<Entry> siblings, int depth) {
        Entry named = child.resolved(names.resolve(child, parent, choices, siblings));
        return expand(named, parent, true, depth + 1);
    }

    private List<Entry> entries(Entry parent, LoadedConfig config) {
        List<Entry> entries = new ArrayList<>();
        config.defaults().forEach(item -> entries.add(Entry.of(item)));
        List<Entry> appended = parent.primary ? choices.appended() : List.of();
        if (!entries.isEmpty() || !appended.isEmpty()) {
            addSelf(parent, config, entries);
        }
        entries.addAll(appended);
        return entries;
    }

    // The recorded engine loses a primary config's content where its list holds only overrides and
    // a group is appended; here `_self_` is kept before the appended entry.
    private void addSelf(Entry parent, LoadedConfig config, List<Entry> entries) {
        List<Entry> selves = entries.stream().filter(e -> e.form == Entry.Form.SELF).toList();
        if (selves.size() > 1) {
            throw new ConfigError(
                    Kind.DEFAULTS_DUPLICATE_SELF,
                    "Duplicate _self_ defined in " + parent.configPath(),
                    selves.get(1).origin(),
                    "keep one '- _self_'");
        }
        boolean onlyOverrides = !entries.isEmpty() && entries.stream().allMatch(e -> e.override);
        boolean appends = parent.primary && !choices.appended().isEmpty();
        if (!selves.isEmpty() || (onlyOverrides && !appends)) {
            return;
        }
        boolean hasContent = config.body() instanceof MapNode map && !map.isEmpty();
        if (parent.primary && hasContent && !onlyOverrides) {
            warnings.add(
                    "In '"
                            + parent.configPath()
                            + "': Defaults list is missing `_self_`: its own values come after"
                            + " those of the listed configs. Add '- _self_' where they belong.");
        }
        int at = onlyOverrides ? 0 : entries.size();
        entries.add(at, Entry.of(new DefaultsItem.Self(Origin.ENGINE)));
    }

    private void overrides(Entry parent, List<Entry> entries, boolean interpolated) {
        Optional<Entry> seen = Optional.empty();
        for (Entry entry : entries) {
            if (entry.form == Entry.Form.SELF) {
                continue;
            }
            entry.under(parent.groupPath(), parent.finalPackage());
            if (seen.isPresent() && !entry.override && !entry.appended) {
                throw orderMistake(parent, seen.get(), entry);
            }
            if (entry.override) {
                if (interpolated) {
                    throw new ConfigError(
                            Kind.DEFAULTS_OVERRIDE_IN_INTERPOLATED,
                            parent.configPath()
                                    + ": an override is not allowed below a config group whose"
                                    + " option is an interpolation (override "
                                    + entry.overrideKey()
                                    + "="
                                    + text(entry.choice())
                                    + ")",
                            entry.origin(),
                            "");
                }
                seen = Optional.of(entry);
                choices.askFrom(parent.configPath(), entry);
            }
        }
    }

    private static ConfigError orderMistake(Entry parent, Entry override, Entry later) {
        String laterKey = later.isGroup() ? later.overrideKey() : later.configPath();
        return new ConfigError(
                Kind.DEFAULTS_OVERRIDE_ORDER,
                "In "
                        + parent.configPath()
                        + ": Override '"
                        + override.overrideKey()
                        + " : "
                        + text(override.choice())
                        + "' is defined before '"
                        + laterKey
                        + ": "
                        + later.name().orElse("null")
                        + "'.\nOverrides must be at the end of the defaults list",
                override.origin(),
                "move the override below it");
    }

    static String text(Choice choice) {
        return switch (choice) {
            case Choice.None() -> "null";
            case Choice.Name(String name) -> name;
            case Choice.Names(List<String> list) -> "[" + String.join(",", list) + "]";
        };
    }
}
