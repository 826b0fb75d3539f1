package dev.llmprof.config.hydra;

import dev.llmprof.config.defaults.Defaults;
import dev.llmprof.config.error.ConfigError;
import dev.llmprof.config.error.Kind;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.override.ParsedOverride;
import dev.llmprof.config.python.PythonText;
import dev.llmprof.config.source.ConfigRoot;
import dev.llmprof.config.source.DefaultsItem.Choice;
import dev.llmprof.config.source.Repository;
import dev.llmprof.config.source.Request;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What the engine itself writes into the hydra node.
public final class HydraFacts {
    /// The engine whose behaviour this one has.
    public static final String VERSION = "1.3.2";

    private HydraFacts() {}

    public static void fill(
            MapNode root,
            Request request,
            List<ParsedOverride> overrides,
            Defaults defaults,
            Repository repository) {
        MapNode hydra = map(root, "hydra");
        MapNode lists = map(hydra, "overrides");
        lists.put("hydra", texts(overrides.stream().filter(ParsedOverride::isHydra).toList()));
        List<ParsedOverride> task = overrides.stream().filter(o -> !o.isHydra()).toList();
        lists.put("task", texts(task));
        runtime(map(hydra, "runtime"), request, defaults, repository);
        job(map(hydra, "job"), request, task);
    }

    private static void runtime(
            MapNode runtime, Request request, Defaults defaults, Repository repository) {
        MapNode choices = map(runtime, "choices");
        defaults.choices().forEach((key, choice) -> choices.put(key, node(choice)));
        runtime.put("version", Node.text(VERSION));
        runtime.put("version_base", Node.text("1.3"));
        runtime.put("cwd", Node.text(request.cwd().toString()));
        ListNode sources = new ListNode(Origin.ENGINE);
        repository.roots().forEach(source -> sources.add(source(source)));
        runtime.put("config_sources", sources);
    }

    private static MapNode source(ConfigRoot root) {
        String path = root.path();
        int scheme = path.indexOf("://");
        MapNode source = new MapNode(Origin.ENGINE);
        source.put("path", Node.text(path.substring(scheme + 3)));
        source.put("schema", Node.text(path.substring(0, scheme)));
        source.put("provider", Node.text(root.provider()));
        return source;
    }

    private static void job(MapNode job, Request request, List<ParsedOverride> task) {
        MapNode set = map(job, "env_set");
        if (job.find("env_copy") instanceof ListNode copied) {
            for (Node item : copied.items()) {
                String name = PythonText.str(item);
                String value = request.environment().get(name);
                if (value == null) {
                    throw new ConfigError(
                            Kind.ENV_NOT_FOUND,
                            "hydra.job.env_copy names '%s', which is not in the environment"
                                    .formatted(name),
                            item.origin(),
                            "export " + name + "=…, or take it out of hydra.job.env_copy");
                }
                set.put(name, Node.text(value));
            }
        }
        if (job.find("name") == null || job.find("name") instanceof Node.Missing) {
            job.put("name", Node.text(request.jobName()));
        }
        job.put(
                "override_dirname",
                Node.ofText(
                        dirname(map(map(job, "config"), "override_dirname"), task), Origin.ENGINE));
        job.put(
                "config_name",
                request.configName()
                        .map(name -> (Node) Node.text(name))
                        .orElse(new Node.Nothing(Origin.ENGINE)));
    }

    private static String dirname(MapNode rules, List<ParsedOverride> task) {
        Set<String> excluded = new TreeSet<>();
        if (rules.find("exclude_keys") instanceof ListNode keys) {
            keys.items().forEach(key -> excluded.add(PythonText.str(key)));
        }
        List<String> lines =
                task.stream()
                        .filter(o -> !excluded.contains(o.key()))
                        .map(ParsedOverride::input)
                        .sorted()
                        .toList();
        return String.join(text(rules, "item_sep"), lines).replace("=", text(rules, "kv_sep"));
    }

    private static String text(MapNode map, String key) {
        return map.get(key).map(PythonText::str).orElse("");
    }

    private static ListNode texts(List<ParsedOverride> overrides) {
        ListNode list = new ListNode(Origin.ENGINE);
        overrides.forEach(o -> list.add(Node.ofText(o.input(), Origin.ENGINE)));
        return list;
    }

    private static Node node(Choice choice) {
        return switch (choice) {
            case Choice.None() -> new Node.Nothing(Origin.ENGINE);
            case Choice.Name(String name) -> Node.ofText(name, Origin.ENGINE);
            case Choice.Names(List<String> names) -> {
                ListNode list = new ListNode(Origin.ENGINE);
                names.forEach(name -> list.add(Node.text(name)));
                yield list;
            }
        };
    }

    private static MapNode map(MapNode parent, String key) {
        if (parent.find(key) instanceof MapNode map) {
            return map;
        }
        MapNode map = new MapNode(Origin.ENGINE);
        parent.put(key, map);
        return map;
    }
}
