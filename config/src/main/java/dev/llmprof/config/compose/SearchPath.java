package dev.llmprof.config.compose;

import dev.llmprof.config.defaults.DefaultsRow;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.hydra.BuiltIn;
import dev.llmprof.config.interpolation.Interpolator;
import dev.llmprof.config.interpolation.Resolver;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.node.Place;
import dev.llmprof.config.override.Element;
import dev.llmprof.config.override.ParsedOverride;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.config.source.ConfigRoot;
import dev.llmprof.config.source.DirectoryRoot;
import dev.llmprof.config.source.LoadedConfig;
import dev.llmprof.config.source.MemoryRoot;
import dev.llmprof.config.source.Repository;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.source.ResourceRoot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The roots in which files are looked up, `hydra.searchpath` included.
public final class SearchPath {
    private static final String KEY = "hydra.searchpath";

    private final Request request;
    private final List<ParsedOverride> overrides;
    private final Map<String, Resolver> resolvers;

    public SearchPath(
            Request request, List<ParsedOverride> overrides, Map<String, Resolver> resolvers) {
        this.request = request;
        this.overrides = overrides;
        this.resolvers = resolvers;
    }

    /// `known` keeps repositories, so that files are read once.
    public Repository repository(Map<List<String>, Repository> known, List<String> warnings) {
        List<ConfigRoot> roots = givenRoots();
        Repository base = base(known);
        Optional<Node> path = commandLine().or(() -> primary(base));
        if (path.isEmpty() || path.get() instanceof Node.Nothing) {
            return base;
        }
        String provider = commandLine().isPresent() ? "command-line" : "main";
        List<ConfigRoot> more = new ArrayList<>();
        for (String entry : texts(path.get())) {
            ConfigRoot root = root("hydra.searchpath in " + provider, entry);
            if (!root.isAvailable()) {
                warnings.add(
                        "provider="
                                + root.provider()
                                + ", path="
                                + root.path()
                                + " is not available.");
            }
            more.add(root);
        }
        return keep(known, with(roots, more));
    }

    /// Without `hydra.searchpath`; globs of sweeps see only this, as recorded.
    public Repository base(Map<List<String>, Repository> known) {
        return keep(known, with(givenRoots(), List.of()));
    }

    private List<ConfigRoot> givenRoots() {
        List<ConfigRoot> roots = new ArrayList<>();
        roots.add(BuiltIn.root());
        roots.addAll(request.roots());
        return roots;
    }

    private static List<ConfigRoot> with(List<ConfigRoot> roots, List<ConfigRoot> more) {
        List<ConfigRoot> all = new ArrayList<>(roots);
        all.addAll(more);
        all.add(new MemoryRoot("schema", "structured://", Map.of()));
        return all;
    }

    private static Repository keep(Map<List<String>, Repository> known, List<ConfigRoot> roots) {
        List<String> key = roots.stream().map(ConfigRoot::path).toList();
        return known.computeIfAbsent(key, _ -> new Repository(roots));
    }

    private Optional<Node> commandLine() {
        return overrides.stream()
                .filter(o -> o.type() == ParsedOverride.Type.CHANGE)
                .filter(o -> o.key().equals(KEY) && !o.isSweep())
                .findFirst()
                .map(o -> Element.toNode((Element) o.value().orElseThrow(), o.origin()));
    }

    private Optional<Node> primary(Repository base) {
        Optional<LoadedConfig> config = request.configName().flatMap(base::load);
        if (config.isEmpty()) {
            return Optional.empty();
        }
        if (!(config.get().body() instanceof MapNode map)) {
            throw notAMap(config.get());
        }
        if (!(map.find("hydra") instanceof MapNode hydra) || hydra.find("searchpath") == null) {
            return Optional.empty();
        }
        Place hydraPlace = Place.root(map).child("hydra", hydra);
        Node path = hydra.get("searchpath").orElseThrow();
        return Optional.of(
                new Interpolator(resolvers).resolveAll(hydraPlace.child("searchpath", path)));
    }

    private static List<String> texts(Node path) {
        if (!(path instanceof ListNode list)) {
            throw invalid(path);
        }
        List<String> texts = new ArrayList<>();
        for (Node item : list.items()) {
            if (!(item instanceof Node.Text(String text, _))) {
                throw invalid(path);
            }
            texts.add(text);
        }
        return texts;
    }

    private ConfigRoot root(String provider, String entry) {
        if (entry.startsWith("pkg://")) {
            String directory = entry.substring("pkg://".length()).replace('.', '/');
            return ResourceRoot.of(provider, directory, "config.yaml", request.cwd());
        }
        int scheme = entry.indexOf("://");
        if (scheme >= 0 && !entry.startsWith("file://")) {
            throw new ConfigError(
                    Kind.SEARCHPATH_INVALID,
                    "No config source registered for schema "
                            + entry.substring(0, scheme)
                            + ", supported types : [file, pkg]",
                    Origin.ENGINE,
                    KEY + "=[file:///directory] or [pkg://package]");
        }
        String directory = entry.startsWith("file://") ? entry.substring(7) : entry;
        return new DirectoryRoot(provider, request.cwd().resolve(directory), request.cwd());
    }

    private static ConfigError invalid(Node path) {
        return new ConfigError(
                Kind.SEARCHPATH_INVALID,
                KEY + " must be a list of strings. Got: " + PythonText.str(path),
                path.origin(),
                KEY + "=[directory,other/directory]");
    }

    public static ConfigError notAMap(LoadedConfig config) {
        return new ConfigError(
                Kind.PRIMARY_NOT_A_MAPPING,
                "primary config '"
                        + config.name()
                        + "' must be a DictConfig, got "
                        + PythonText.typeName(config.body()),
                config.body().origin(),
                "write 'key: value' lines");
    }

    /// Only the primary config may extend the search path.
    public static void requireUnset(MapNode config, DefaultsRow row) {
        if (config.find("hydra") instanceof MapNode hydra
                && hydra.find("searchpath") != null
                && !(hydra.find("searchpath") instanceof Node.Nothing)) {
            throw new ConfigError(
                    Kind.SEARCHPATH_NOT_PRIMARY,
                    "In '"
                            + row.configPath()
                            + "': Overriding hydra.searchpath is only supported from the primary"
                            + " config",
                    hydra.origin(),
                    "move it to the primary config, or pass " + KEY + "=[…]");
        }
    }
}
