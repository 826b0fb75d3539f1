package dev.llmprof.config;

import dev.llmprof.config.compose.Merger;
import dev.llmprof.config.compose.SearchPath;
import dev.llmprof.config.compose.SweepRules;
import dev.llmprof.config.compose.ValueOverrides;
import dev.llmprof.config.defaults.Defaults;
import dev.llmprof.config.defaults.DefaultsLists;
import dev.llmprof.config.defaults.DefaultsRow;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.hydra.HydraFacts;
import dev.llmprof.config.hydra.HydraSchema;
import dev.llmprof.config.interpolation.Interpolator;
import dev.llmprof.config.interpolation.Resolver;
import dev.llmprof.config.interpolation.StandardResolvers;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.node.Place;
import dev.llmprof.config.override.OverrideParser;
import dev.llmprof.config.override.ParsedOverride;
import dev.llmprof.config.source.LoadedConfig;
import dev.llmprof.config.source.Repository;
import dev.llmprof.config.source.Request;
import dev.llmprof.problem.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Composes a configuration: finds the files, merges them, applies the overrides.
///
/// Files read once are kept, so composing again, as sweeps do, reads none.
public final class Composer {
    private final Map<String, Resolver> extraResolvers;
    private final Map<List<String>, Repository> repositories = new HashMap<>();

    public Composer() {
        this(Map.of());
    }

    /// `resolvers` are further `${name:…}`, beside the standard ones.
    public Composer(Map<String, Resolver> resolvers) {
        this.extraResolvers = Map.copyOf(resolvers);
    }

    /// Where several overrides are mistaken the error has a problem for each.
    public Composition compose(Request request) {
        try {
            return composed(request);
        } catch (ConfigError first) {
            throw new OverrideMistakes(this::composed).all(first, request);
        }
    }

    /// Without the overrides that these problems are about, and without those that are wrong for
    /// want of them, to look for further mistakes; empty where nothing can be composed.
    public Optional<Composition> composeApartFrom(Request request, List<Problem> mistakes) {
        Optional<Request> rest = OverrideMistakes.without(request, mistakes);
        while (rest.isPresent()) {
            Request left = rest.get();
            try {
                return Optional.of(composed(left));
            } catch (ConfigError further) {
                rest = OverrideMistakes.without(left, further.problems());
            }
        }
        return Optional.empty();
    }

    private Composition composed(Request request) {
        List<ParsedOverride> overrides = OverrideParser.parseAll(request.overrides());
        List<String> warnings = new ArrayList<>();
        Map<String, Resolver> resolvers =
                StandardResolvers.of(request.environment(), warnings::add);
        resolvers.putAll(extraResolvers);
        var searchPath = new SearchPath(request, overrides, resolvers);
        Repository repository = searchPath.repository(repositories, warnings);
        SweepRules.check(overrides, request.mode());
        List<ParsedOverride> plain = overrides.stream().filter(o -> !o.isSweep()).toList();
        List<ParsedOverride> aboutGroups =
                plain.stream().filter(o -> DefaultsLists.isAboutGroup(repository, o)).toList();
        Defaults defaults =
                DefaultsLists.of(
                        repository,
                        request.configName(),
                        aboutGroups,
                        resolvers,
                        request.mode() == Request.Mode.MULTIRUN);
        warnings.addAll(defaults.warnings());
        var interpolator = new Interpolator(resolvers);
        MapNode root = merge(defaults, repository, interpolator);
        var values = new ValueOverrides(root, interpolator);
        plain.stream().filter(o -> !aboutGroups.contains(o)).forEach(values::apply);
        HydraFacts.fill(root, request, overrides, defaults, repository);
        return new Composition(
                request,
                root,
                defaults,
                new Composition.Repositories(repository, searchPath.base(repositories)),
                overrides,
                resolvers,
                warnings);
    }

    private static MapNode merge(
            Defaults defaults, Repository repository, Interpolator interpolator) {
        MapNode root = new MapNode(Origin.ENGINE);
        Place top = Place.root(root);
        var merger = new Merger(interpolator, Merger.NewKeys.UNTYPED);
        for (DefaultsRow row : defaults.rows()) {
            LoadedConfig config = repository.load(row.configPath()).orElseThrow();
            MapNode embedded = embed(config, row);
            if (!row.primary() && !row.configPath().equals("hydra/config")) {
                SearchPath.requireUnset(embedded, row);
            }
            try {
                merger.merge(top, embedded, HydraSchema.ROOT);
            } catch (ConfigError error) {
                throw error.within(
                        "In '" + row.configPath() + "': while composing the config:",
                        config.shownAs());
            }
        }
        return root;
    }

    private static MapNode embed(LoadedConfig config, DefaultsRow row) {
        Node body = config.body();
        if (row.primary() && body instanceof ListNode) {
            throw SearchPath.notAMap(config);
        }
        if (row.pack().isEmpty()) {
            if (body instanceof MapNode map) {
                return map;
            }
            throw new ConfigError(
                    Kind.MERGE_TYPE,
                    "In '" + row.configPath() + "': Cannot merge DictConfig with ListConfig",
                    body.origin(),
                    "give the list a package: # @package name");
        }
        Node inner = body;
        for (String part : List.of(row.pack().split("\\.", -1)).reversed()) {
            MapNode map = new MapNode(body.origin());
            map.put(part, inner);
            inner = map;
        }
        return (MapNode) inner;
    }
}
