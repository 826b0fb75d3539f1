package dev.llmprof.config.defaults;

import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.interpolation.Resolver;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.override.Element;
import dev.llmprof.config.override.ParsedOverride;
import dev.llmprof.config.override.Value;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.config.source.DefaultsItem.Choice;
import dev.llmprof.config.source.Repository;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The files that make up a configuration, given the overrides that speak about groups.
public final class DefaultsLists {

    private DefaultsLists() {}

    /// Whether an override is about a group, not a value.
    public static boolean isAboutGroup(Repository repository, ParsedOverride override) {
        return repository.isGroup(override.key())
                && !(override.value().orElse(null) instanceof Element.Entries);
    }

    public static Defaults of(
            Repository repository,
            Optional<String> primary,
            List<ParsedOverride> groupOverrides,
            Map<String, Resolver> resolvers,
            boolean skipMissing) {
        Choices choices = new Choices();
        groupOverrides.forEach(override -> sort(override, choices));
        var builder =
                new DefaultsTree(repository, choices, new DefaultsNames(resolvers), skipMissing);
        TreeNode tree = builder.build(primary);
        List<DefaultsRow> rows = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        flatten(tree, Entry.root(), rows);
        describe(tree, 0, lines);
        checkOnce(rows);
        choices.checkAllUsed();
        return new Defaults(rows, choices.known(), lines, builder.warnings());
    }

    private static void sort(ParsedOverride override, Choices choices) {
        Origin origin = override.origin();
        switch (override.type()) {
            case FORCE_ADD ->
                    throw new ConfigError(
                            Kind.FORCE_ADD_GROUP,
                            "force-add of config groups is not supported: '"
                                    + override.input()
                                    + "'",
                            origin,
                            override.input().substring(1));
            case DEL -> choices.delete(override.fullKey(), deletedName(override), origin);
            case ADD ->
                    choices.append(
                            Entry.appended(
                                    override.key(), override.pack(), choice(override), origin));
            case CHANGE -> choices.ask(override.fullKey(), choice(override), origin);
        }
    }

    private static Optional<String> deletedName(ParsedOverride override) {
        return switch (override.value().orElse(null)) {
            case null -> Optional.empty();
            case Element.Word(Node.Nothing _) -> Optional.empty();
            case Element.Word(Node.Text(String name, _)) -> Optional.of(name);
            case Element.Quoted(String name, _) -> Optional.of(name);
            case Value _ ->
                    throw new ConfigError(
                            Kind.GROUP_VALUE_TYPE,
                            "Config group deletion expects a string: '" + override.input() + "'",
                            override.origin(),
                            "~" + override.fullKey());
        };
    }

    private static Choice choice(ParsedOverride override) {
        return switch (override.value().orElseThrow()) {
            case Element.Word(Node.Text(String name, _)) -> new Choice.Name(name);
            case Element.Quoted(String name, _) -> new Choice.Name(name);
            case Element.Items(List<Element> items) ->
                    new Choice.Names(items.stream().map(item -> name(item, override)).toList());
            case Element.Word(Node.Scalar other) ->
                    throw type(override, PythonText.typeName(other));
            case Value _ -> throw type(override, "a sweep or map");
        };
    }

    private static String name(Element item, ParsedOverride override) {
        return switch (item) {
            case Element.Word(Node.Text(String name, _)) -> name;
            case Element.Quoted(String name, _) -> name;
            case Element other ->
                    throw type(
                            override,
                            "a list with "
                                    + PythonText.typeName(Element.toNode(other, Origin.ENGINE)));
        };
    }

    private static ConfigError type(ParsedOverride override, String got) {
        String fix =
                got.equals("NoneType")
                        ? "~" + override.fullKey() + " removes the group"
                        : "quote the name: " + override.fullKey() + "=\"'…'\"";
        return new ConfigError(
                Kind.GROUP_VALUE_TYPE,
                "Config group override must be a string or a list. Got " + got,
                override.origin(),
                fix);
    }

    private static void flatten(TreeNode node, Entry parent, List<DefaultsRow> rows) {
        if (node.children().isEmpty()) {
            row(node.entry(), parent).ifPresent(rows::add);
            return;
        }
        for (TreeNode child : node.children().get()) {
            if (child.entry().form == Entry.Form.SELF) {
                Entry self = node.entry();
                if (self.configPath().equals(Entry.NONE)) {
                    continue;
                }
                rows.add(
                        new DefaultsRow(
                                self.configPath(),
                                self.finalPackage(),
                                true,
                                parent.configPath(),
                                self.primary,
                                Optional.empty()));
            } else {
                flatten(child, node.entry(), rows);
            }
        }
    }

    private static Optional<DefaultsRow> row(Entry entry, Entry parent) {
        boolean absent =
                entry.isDeleted()
                        || entry.name().isEmpty()
                        || entry.isMissing()
                        || entry.configPath().equals(Entry.NONE);
        return absent
                ? Optional.empty()
                : Optional.of(
                        new DefaultsRow(
                                entry.configPath(),
                                entry.finalPackage(),
                                false,
                                parent.configPath(),
                                entry.primary,
                                key(entry)));
    }

    private static Optional<String> key(Entry entry) {
        return entry.isGroup() ? Optional.of(entry.overrideKey()) : Optional.empty();
    }

    private static void checkOnce(List<DefaultsRow> rows) {
        Set<String> seen = new HashSet<>();
        for (DefaultsRow row : rows) {
            if (row.overrideKey().isPresent() && !seen.add(row.overrideKey().get())) {
                throw new ConfigError(
                        Kind.DEFAULTS_DUPLICATE,
                        row.overrideKey().get()
                                + " appears more than once in the final defaults list",
                        Origin.ENGINE,
                        "remove one, or mount it elsewhere: "
                                + row.overrideKey().get()
                                + "@other.package");
            }
        }
    }

    private static void describe(TreeNode node, int depth, List<String> lines) {
        Entry entry = node.entry();
        String indent = "  ".repeat(depth);
        String colon = node.children().isPresent() ? ":" : "";
        switch (entry.form) {
            case ROOT -> lines.add(indent + "<root>:");
            case SELF -> lines.add(indent + "_self_");
            case CONFIG -> lines.add(indent + entry.configPath() + colon);
            case GROUP ->
                    lines.add(
                            indent
                                    + entry.overrideKey()
                                    + ": "
                                    + entry.name().orElse("null")
                                    + colon);
        }
        node.children().ifPresent(all -> all.forEach(child -> describe(child, depth + 1, lines)));
    }
}
