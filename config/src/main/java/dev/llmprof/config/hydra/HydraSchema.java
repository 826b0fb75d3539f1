package dev.llmprof.config.hydra;

import dev.llmprof.config.hydra.FieldType.Any;
import dev.llmprof.config.hydra.FieldType.ListOf;
import dev.llmprof.config.hydra.FieldType.MapOf;
import dev.llmprof.config.hydra.FieldType.OneOf;
import dev.llmprof.config.hydra.FieldType.Plugin;
import dev.llmprof.config.hydra.FieldType.Struct;
import dev.llmprof.config.hydra.FieldType.Text;
import dev.llmprof.config.hydra.FieldType.Truth;
import dev.llmprof.config.hydra.FieldType.Whole;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Place;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The types of the `hydra` node; all else is free.
public final class HydraSchema {
    public static final String BASIC_LAUNCHER =
            "hydra._internal.core_plugins.basic_launcher.BasicLauncher";
    public static final String BASIC_SWEEPER =
            "hydra._internal.core_plugins.basic_sweeper.BasicSweeper";
    public static final String LOCAL_LAUNCHER = "llmprof.local_launcher";
    public static final String SLURM_LAUNCHER = "llmprof.slurm_launcher";
    public static final String SUBMITIT_LAUNCHER =
            "hydra_plugins.hydra_submitit_launcher.submitit_launcher.SlurmLauncher";

    private static final FieldType TEXT = new Text(false);
    private static final FieldType OPTIONAL_TEXT = new Text(true);
    private static final FieldType TEXTS = new ListOf(TEXT);
    private static final FieldType FREE_MAP = new MapOf(FieldType.ANY);

    private static final Map<String, FieldType> PLUGINS =
            Map.of(
                    BASIC_LAUNCHER,
                    struct("BasicLauncherConf", Map.of("_target_", TEXT)),
                    LOCAL_LAUNCHER,
                    struct(
                            "LocalLauncherConf",
                            Map.of("_target_", TEXT, "n_jobs", new Whole(true))),
                    BASIC_SWEEPER,
                    struct(
                            "BasicSweeperConf",
                            Map.of(
                                    "_target_",
                                    TEXT,
                                    "max_batch_size",
                                    new Whole(true),
                                    "params",
                                    FieldType.ANY)));

    private static final FieldType JOB =
            struct(
                    "JobConf",
                    Map.of(
                            "name", TEXT,
                            "chdir", new Truth(true),
                            "override_dirname", TEXT,
                            "id", TEXT,
                            "num", new Whole(false),
                            "config_name", OPTIONAL_TEXT,
                            "env_set", new MapOf(TEXT),
                            "env_copy", TEXTS,
                            "config", struct("JobConfig", Map.of("override_dirname", dirname()))));

    private static final FieldType RUNTIME =
            struct(
                    "RuntimeConf",
                    Map.of(
                            "version", TEXT,
                            "version_base", OPTIONAL_TEXT,
                            "cwd", TEXT,
                            "config_sources", new ListOf(FieldType.ANY),
                            "output_dir", TEXT,
                            "choices", FREE_MAP));

    private static final FieldType HYDRA =
            struct(
                    "HydraConf",
                    Map.ofEntries(
                            Map.entry("mode", new OneOf(List.of("RUN", "MULTIRUN"), true)),
                            Map.entry("searchpath", TEXTS),
                            Map.entry("run", struct("RunDir", Map.of("dir", TEXT))),
                            Map.entry(
                                    "sweep",
                                    struct("SweepDir", Map.of("dir", TEXT, "subdir", TEXT))),
                            Map.entry("hydra_logging", FREE_MAP),
                            Map.entry("job_logging", FREE_MAP),
                            Map.entry("sweeper", new Plugin()),
                            Map.entry("launcher", new Plugin()),
                            Map.entry("callbacks", FREE_MAP),
                            Map.entry("env", FREE_MAP),
                            Map.entry("help", help()),
                            Map.entry(
                                    "hydra_help",
                                    struct(
                                            "HydraHelpConf",
                                            Map.of("hydra_help", TEXT, "template", TEXT))),
                            Map.entry("output_subdir", OPTIONAL_TEXT),
                            Map.entry(
                                    "overrides",
                                    struct("OverridesConf", Map.of("hydra", TEXTS, "task", TEXTS))),
                            Map.entry("job", JOB),
                            Map.entry("runtime", RUNTIME),
                            Map.entry("verbose", FieldType.ANY)));

    public static final FieldType ROOT = new Struct("", Map.of("hydra", HYDRA), true);

    private HydraSchema() {}

    private static FieldType struct(String name, Map<String, FieldType> fields) {
        return new Struct(name, fields, false);
    }

    private static FieldType dirname() {
        return struct(
                "OverrideDirname", Map.of("kv_sep", TEXT, "item_sep", TEXT, "exclude_keys", TEXTS));
    }

    private static FieldType help() {
        return struct(
                "HelpConf",
                Map.of("app_name", TEXT, "header", TEXT, "footer", TEXT, "template", TEXT));
    }

    /// The type of a key below a map of the given type; empty where the map has no such key.
    public static Optional<FieldType> field(FieldType type, MapNode map, Object key) {
        return switch (type) {
            case Struct(_, var fields, boolean open) -> {
                FieldType field = key instanceof String name ? fields.get(name) : null;
                yield field == null && open
                        ? Optional.of(FieldType.ANY)
                        : Optional.ofNullable(field);
            }
            case MapOf(FieldType value) -> Optional.of(value);
            case Plugin() -> field(plugin(map), map, key);
            case Any _, Text _, Truth _, Whole _, OneOf _, ListOf _ -> Optional.of(FieldType.ANY);
        };
    }

    /// The type of what stands at a place.
    public static FieldType at(Place place) {
        if (place.parent().isEmpty()) {
            return ROOT;
        }
        Place parent = place.parent().get();
        return parent.node() instanceof MapNode map
                ? field(at(parent), map, place.key()).orElse(FieldType.ANY)
                : FieldType.ANY;
    }

    /// The name shown in "not in 'X'"; empty for maps without fixed keys.
    public static String structName(FieldType type, MapNode map) {
        return switch (type) {
            case Struct(String name, _, boolean open) -> open ? "" : name;
            case Plugin() -> structName(plugin(map), map);
            default -> "";
        };
    }

    private static FieldType plugin(MapNode map) {
        return map.find("_target_") instanceof Node.Text(String target, _)
                ? PLUGINS.getOrDefault(target, FieldType.ANY)
                : FieldType.ANY;
    }
}
