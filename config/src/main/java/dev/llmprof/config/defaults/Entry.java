package dev.llmprof.config.defaults;

import dev.llmprof.config.node.Origin;
import dev.llmprof.config.source.DefaultsItem;
import dev.llmprof.config.source.DefaultsItem.Choice;
import java.util.List;
import java.util.Optional;

/// A defaults entry while the tree is built: it learns its parent, its header and its choice.
final class Entry {
    /// The primary config where none is named.
    static final String NONE = "_dummy_empty_config_";

    private static final String GLOBAL = "_global_";

    /// What kind of line it is.
    enum Form {
        ROOT,
        CONFIG,
        GROUP,
        SELF
    }

    final Form form;
    final boolean optional;
    final boolean override;
    final boolean primary;
    final boolean appended;
    private final String path;
    private final Optional<String> pack;
    private Choice choice;
    private String parentDirectory = "";
    private String parentPackage = "";
    private Optional<String> header = Optional.empty();
    private boolean deleted;
    private Origin origin;

    private Entry(
            Form form,
            String path,
            Optional<String> pack,
            Choice choice,
            Marks marks,
            Origin origin) {
        this.form = form;
        this.path = path;
        this.pack = pack.map(p -> p.equals("_here_") ? "" : p);
        this.choice = choice;
        this.optional = marks.optional();
        this.override = marks.override();
        this.primary = marks.primary();
        this.appended = marks.appended();
        this.origin = origin;
    }

    private record Marks(boolean optional, boolean override, boolean primary, boolean appended) {
        static final Marks NONE = new Marks(false, false, false, false);
    }

    static Entry root() {
        return new Entry(
                Form.ROOT,
                "<root>",
                Optional.empty(),
                new Choice.None(),
                Marks.NONE,
                Origin.ENGINE);
    }

    static Entry config(String path, boolean primary) {
        return new Entry(
                Form.CONFIG,
                path,
                Optional.empty(),
                new Choice.None(),
                new Marks(false, false, primary, false),
                Origin.ENGINE);
    }

    static Entry of(DefaultsItem item) {
        return switch (item) {
            case DefaultsItem.Self(Origin origin) ->
                    new Entry(
                            Form.SELF,
                            "_self_",
                            Optional.empty(),
                            new Choice.None(),
                            Marks.NONE,
                            origin);
            case DefaultsItem.Config(String path, var pack, Origin origin) ->
                    new Entry(Form.CONFIG, path, pack, new Choice.None(), Marks.NONE, origin);
            case DefaultsItem.Group(
                            String group,
                            var pack,
                            Choice value,
                            boolean optional,
                            boolean override,
                            Origin origin) ->
                    new Entry(
                            Form.GROUP,
                            group,
                            pack,
                            value,
                            new Marks(optional, override, false, false),
                            origin);
        };
    }

    static Entry appended(String group, Optional<String> pack, Choice choice, Origin origin) {
        return new Entry(
                Form.GROUP, group, pack, choice, new Marks(false, false, false, true), origin);
    }

    /// One member of a list-valued group: a config at the group's package, without a key.
    Entry member(String name) {
        Entry member =
                new Entry(
                        Form.CONFIG,
                        path + "/" + name,
                        explicitPackage(),
                        new Choice.None(),
                        new Marks(optional, false, false, false),
                        origin);
        member.under(parentDirectory, parentPackage);
        return member;
    }

    void under(String directory, String finalPackage) {
        parentDirectory = directory;
        parentPackage = finalPackage;
    }

    boolean isGroup() {
        return form == Form.GROUP;
    }

    Choice choice() {
        return choice;
    }

    /// `from` is where the choice was made: an override, or the entry itself.
    void choose(Choice value, Origin from) {
        choice = value;
        origin = from;
    }

    Origin origin() {
        return origin;
    }

    boolean isDeleted() {
        return deleted;
    }

    void delete() {
        deleted = true;
    }

    /// Empty where a group is set to null.
    Optional<String> name() {
        if (form != Form.GROUP) {
            return Optional.of(path.substring(path.lastIndexOf('/') + 1));
        }
        return switch (choice) {
            case Choice.None() -> Optional.empty();
            case Choice.Name(String name) -> Optional.of(name);
            case Choice.Names(List<String> names) -> Optional.of(String.join(",", names));
        };
    }

    boolean isMissing() {
        return form == Form.GROUP
                ? choice instanceof Choice.Name(String name) && name.equals("???")
                : path.endsWith("???");
    }

    boolean isInterpolation() {
        return form == Form.GROUP
                ? choice instanceof Choice.Name(String name) && name.contains("${")
                : path.contains("${");
    }

    /// The text that holds the interpolation.
    String interpolation() {
        return form == Form.GROUP && choice instanceof Choice.Name(String name) ? name : path;
    }

    Entry resolved(String text) {
        if (form == Form.GROUP) {
            choice = new Choice.Name(text);
            return this;
        }
        Entry entry =
                new Entry(
                        form,
                        text,
                        pack,
                        choice,
                        new Marks(optional, override, primary, appended),
                        origin);
        entry.under(parentDirectory, parentPackage);
        return entry;
    }

    /// The directory of the config itself: below it relative entries are looked up.
    String groupPath() {
        if (form == Form.GROUP) {
            return absolute(path);
        }
        String whole = absolute(path);
        int slash = whole.lastIndexOf('/');
        return slash < 0 ? "" : whole.substring(0, slash);
    }

    String configPath() {
        if (form == Form.ROOT) {
            return path;
        }
        return form == Form.GROUP ? groupPath() + "/" + name().orElse("null") : absolute(path);
    }

    private String absolute(String relative) {
        if (relative.startsWith("/")) {
            return relative.substring(1);
        }
        return parentDirectory.isEmpty() ? relative : parentDirectory + "/" + relative;
    }

    private String defaultPackage() {
        return groupPath().replace('/', '.');
    }

    private String relativeGroup() {
        String relative = path.startsWith("/") ? path.substring(1) : path;
        if (form == Form.GROUP) {
            return relative;
        }
        int slash = relative.lastIndexOf('/');
        return slash < 0 ? "" : relative.substring(0, slash);
    }

    /// A header is always absolute.
    void header(Optional<String> value) {
        header =
                value.map(h ->
                        h.equals(GLOBAL) || h.startsWith(GLOBAL + ".")
                                ? h
                                : h.isEmpty() ? GLOBAL : GLOBAL + "." + h);
    }

    String finalPackage() {
        return finalPackage(explicitPackage().or(() -> header));
    }

    private String finalPackage(Optional<String> asked) {
        String own = asked.orElseGet(() -> relativeGroup().replace('/', '.'));
        String whole =
                parentPackage.isEmpty()
                        ? own
                        : own.isEmpty() ? parentPackage : parentPackage + "." + own;
        int global = whole.lastIndexOf(GLOBAL);
        if (global < 0) {
            return whole;
        }
        String rest = whole.substring(global + GLOBAL.length());
        return rest.startsWith(".") ? rest.substring(1) : rest;
    }

    // A package that names the group counts from the root.
    private Optional<String> explicitPackage() {
        return pack.map(p ->
                p.contains("_group_") ? GLOBAL + "." + p.replace("_group_", defaultPackage()) : p);
    }

    /// The name under which overrides address the group: `group` or `group@package`.
    String overrideKey() {
        String finalPackage = finalPackage(explicitPackage());
        if (finalPackage.equals(defaultPackage())) {
            return groupPath();
        }
        return groupPath() + "@" + (finalPackage.isEmpty() ? GLOBAL : finalPackage);
    }
}
