package dev.llmprof.config.hydra;

import dev.llmprof.config.source.ConfigRoot;
import dev.llmprof.config.source.MemoryRoot;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;

/// The configs that come with the engine: the hydra node and its groups.
public final class BuiltIn {
    private static final String CONFIG =
            """
            defaults:
              - output: default
              - launcher: basic
              - sweeper: basic
              - help: default
              - hydra_help: default
              - hydra_logging: default
              - job_logging: default
              - callbacks: null
              - env: default
              - _self_
            mode: null
            searchpath: []
            run: {dir: '???'}
            sweep: {dir: '???', subdir: '???'}
            callbacks: {}
            output_subdir: .hydra
            overrides: {hydra: [], task: []}
            job:
              name: ???
              chdir: null
              override_dirname: ???
              id: ???
              num: ???
              config_name: ???
              env_set: {}
              env_copy: []
              config: {override_dirname: {kv_sep: '=', item_sep: ',', exclude_keys: []}}
            runtime:
              version: ???
              version_base: ???
              cwd: ???
              config_sources: ???
              output_dir: ???
              choices: {}
            verbose: false
            """;
    private static final String OUTPUT =
            """
            # @package hydra
            run:
              dir: outputs/${now:%Y-%m-%d}/${now:%H-%M-%S}
            sweep:
              dir: multirun/${now:%Y-%m-%d}/${now:%H-%M-%S}
              subdir: ${hydra.job.num}
            """;
    private static final String HELP =
            """
            app_name: ${hydra.job.name}
            header: ${hydra.help.app_name}
            footer: Flags and overrides may stand in any order.
            template: |
              ${hydra.help.header}

              == Configuration groups ==
              $APP_CONFIG_GROUPS

              == Config ==
              $CONFIG

              ${hydra.help.footer}
            """;
    private static final String LOGGING =
            """
            version: 1
            formatters: {simple: {format: '%s'}}
            handlers: {console: {class: logging.StreamHandler, formatter: simple, stream: ext://sys.stdout}%s}
            root: {level: INFO, handlers: [console%s]}
            disable_existing_loggers: false
            """;
    private static final String NO_LOGGING = "version: 1\nroot: null\n";

    private static final Map<String, String> OTHERS =
            Map.ofEntries(
                    Map.entry("hydra/config", CONFIG),
                    Map.entry("hydra/output/default", OUTPUT),
                    Map.entry(
                            "hydra/sweeper/basic",
                            "_target_: "
                                    + HydraSchema.BASIC_SWEEPER
                                    + "\nmax_batch_size: null\nparams: null"),
                    Map.entry("hydra/help/default", HELP),
                    Map.entry("hydra/hydra_help/default", "hydra_help: ???\ntemplate: $FLAGS_HELP"),
                    Map.entry("hydra/env/default", "{}"),
                    Map.entry(
                            "hydra/hydra_logging/default",
                            logging("[%(asctime)s][HYDRA] %(message)s", false)),
                    Map.entry(
                            "hydra/hydra_logging/hydra_debug",
                            logging("[%(asctime)s][HYDRA] %(message)s", false)),
                    Map.entry("hydra/hydra_logging/disabled", NO_LOGGING),
                    Map.entry("hydra/hydra_logging/none", NO_LOGGING),
                    Map.entry(
                            "hydra/job_logging/default",
                            logging("[%(asctime)s][%(name)s][%(levelname)s] - %(message)s", true)),
                    Map.entry(
                            "hydra/job_logging/stdout",
                            logging("[%(asctime)s][%(name)s][%(levelname)s] - %(message)s", false)),
                    Map.entry("hydra/job_logging/disabled", NO_LOGGING),
                    Map.entry("hydra/job_logging/none", NO_LOGGING));

    private static final ConfigRoot ROOT = new MemoryRoot("hydra", "pkg://hydra.conf", configs());

    private BuiltIn() {}

    private static Map<String, String> configs() {
        Map<String, String> all = new HashMap<>(OTHERS);
        all.putAll(LauncherConfigs.all());
        return Map.copyOf(all);
    }

    public static ConfigRoot root() {
        return ROOT;
    }

    private static String logging(String format, boolean toFile) {
        String file =
                ", file: {class: logging.FileHandler, formatter: simple, filename:"
                        + " '${hydra.runtime.output_dir}/${hydra.job.name}.log'}";
        return LOGGING.replaceFirst("%s", Matcher.quoteReplacement(format))
                .replaceFirst(
                        "stdout}%s", Matcher.quoteReplacement("stdout}" + (toFile ? file : "")))
                .replaceFirst("console%s", toFile ? "console, file" : "console");
    }
}
