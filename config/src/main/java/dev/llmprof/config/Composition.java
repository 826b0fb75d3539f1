package dev.llmprof.config;

import dev.llmprof.config.defaults.Defaults;
import dev.llmprof.config.interpolation.Interpolator;
import dev.llmprof.config.interpolation.Resolver;
import dev.llmprof.config.interpolation.ResolverCall;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.node.Place;
import dev.llmprof.config.override.ParsedOverride;
import dev.llmprof.config.python.Strftime;
import dev.llmprof.config.source.Repository;
import dev.llmprof.config.source.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A composed configuration: the job's tree, the hydra node, and how they came about.
public final class Composition {
    private final Request request;
    private final MapNode root;
    private final MapNode job;
    private final Defaults defaults;
    private final Repositories repositories;
    private final List<ParsedOverride> overrides;
    private final Map<String, Resolver> resolvers;
    private final List<String> warnings;

    Composition(
            Request request,
            MapNode root,
            Defaults defaults,
            Repositories repositories,
            List<ParsedOverride> overrides,
            Map<String, Resolver> standard,
            List<String> warnings) {
        this.request = request;
        this.root = root;
        this.defaults = defaults;
        this.repositories = repositories;
        this.overrides = List.copyOf(overrides);
        this.warnings = warnings;
        this.job = new MapNode(root.origin());
        root.entries().stream()
                .filter(e -> !e.getKey().equals("hydra"))
                .forEach(e -> job.put(e.getKey(), e.getValue()));
        this.resolvers = new HashMap<>(standard);
        resolvers.put("now", this::now);
        resolvers.put("hydra", this::hydra);
        resolvers.put("python_version", call -> call.value(Node.text("3.12")));
    }

    public Request request() {
        return request;
    }

    /// The job's values and the hydra node.
    public MapNode root() {
        return root;
    }

    /// Without the hydra node: what a program sees.
    public MapNode job() {
        return job;
    }

    public Defaults defaults() {
        return defaults;
    }

    public Repository repository() {
        return repositories.full();
    }

    /// Options of a group that a glob in a sweep may name.
    public List<String> globOptions(String group) {
        return repositories.base().options(group);
    }

    /// With and without `hydra.searchpath`.
    record Repositories(Repository full, Repository base) {}

    public List<ParsedOverride> overrides() {
        return overrides;
    }

    /// Grows while deprecated keys are read.
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    public Interpolator interpolator() {
        return new Interpolator(resolvers);
    }

    /// The job's tree with every interpolation resolved.
    public MapNode resolvedJob() {
        return (MapNode) interpolator().resolveAll(Place.root(job));
    }

    /// A value of the hydra node, resolved; empty where there is none.
    public Optional<Node> hydraValue(String key) {
        Interpolator interpolator = interpolator();
        return hydraPlace(key, interpolator).map(interpolator::resolveAll);
    }

    /// A part of the hydra node as it stands, unresolved; null where there is none.
    public Node hydraNode(String key) {
        Node node = root.get("hydra").orElseThrow();
        for (String part : key.split("\\.", -1)) {
            node =
                    node instanceof MapNode map
                            ? map.get(part).orElse(new Node.Nothing(Origin.ENGINE))
                            : new Node.Nothing(Origin.ENGINE);
        }
        return node;
    }

    /// Facts known only when a job is about to run: its number, its directory.
    public void setHydra(String key, Node value) {
        int dot = key.lastIndexOf('.');
        if (hydraNode(key.substring(0, dot)) instanceof MapNode map) {
            map.put(key.substring(dot + 1), value);
        }
    }

    private Optional<Place> hydraPlace(String key, Interpolator interpolator) {
        Place hydra = Place.root(root).child("hydra", root.get("hydra").orElseThrow());
        Place inside = hydra.child("", new Node.Nothing(Origin.ENGINE));
        return interpolator.lookup("." + key, inside, false);
    }

    private Place hydra(ResolverCall call) {
        call.expect(1, 1, "hydra");
        return hydraPlace(call.text(0), call.interpolator())
                .filter(place -> !(place.node() instanceof Node.Missing))
                .orElseGet(() -> call.value(new Node.Nothing(Origin.ENGINE)));
    }

    private Place now(ResolverCall call) {
        call.expect(1, 1, "now");
        return call.value(Node.text(Strftime.format(call.text(0), request.now().get())));
    }
}
