package dev.llmprof.config.command;

import java.util.List;
import java.util.Optional;

/// Every flag of a command line that shows a configuration, declared once for its reader and its
/// help. One without a meaning is understood and not shown.
public enum ConfigFlag {
    CFG(Takes.VALUE, "WHAT", "job (the default), hydra or all.", "-c", "--cfg"),
    RESOLVE(Takes.NOTHING, "", "With interpolations resolved.", "--resolve"),
    PACKAGE(Takes.VALUE, "KEY", "Only this part.", "-p", "--package"),
    INFO(
            Takes.PERHAPS_VALUE,
            "WHAT",
            "How it came about: defaults, defaults-tree, config, searchpath, plugins, all.",
            "-i",
            "--info"),
    CONFIG_PATH(
            Takes.VALUE,
            "DIR",
            "The main directory instead of the shipped tree.",
            "-cp",
            "--config-path"),
    CONFIG_DIR(Takes.VALUE, "DIR", "One more directory to look into.", "-cd", "--config-dir"),
    CONFIG_NAME(Takes.VALUE, "NAME", "The primary config (config).", "-cn", "--config-name"),
    MULTIRUN(Takes.NOTHING, "", "List the jobs of a sweep.", "-m", "--multirun"),
    JSON(Takes.NOTHING, "", "As JSON instead of YAML or tables.", "--json"),
    RUN(Takes.NOTHING, "", "", "-r", "--run"),
    HELP(Takes.NOTHING, "", "", "-h", "--help"),
    HYDRA_HELP(Takes.NOTHING, "", "", "--hydra-help"),
    VERSION(Takes.NOTHING, "", "", "--version");

    /// What follows a flag.
    public enum Takes {
        NOTHING,
        VALUE,
        PERHAPS_VALUE
    }

    private final Takes takes;
    private final String label;
    private final String meaning;
    private final String shortName;
    private final String longName;

    ConfigFlag(Takes takes, String label, String meaning, String longName) {
        this(takes, label, meaning, "", longName);
    }

    ConfigFlag(Takes takes, String label, String meaning, String shortName, String longName) {
        this.takes = takes;
        this.label = label;
        this.meaning = meaning;
        this.shortName = shortName;
        this.longName = longName;
    }

    static Optional<ConfigFlag> of(String typed) {
        for (ConfigFlag flag : values()) {
            if (flag.names().contains(typed)) {
                return Optional.of(flag);
            }
        }
        return Optional.empty();
    }

    public List<String> names() {
        return shortName.isEmpty() ? List.of(longName) : List.of(shortName, longName);
    }

    /// The name in full.
    String longName() {
        return longName;
    }

    public Takes takes() {
        return takes;
    }

    public String label() {
        return label;
    }

    public String meaning() {
        return meaning;
    }

    /// The values there are; empty where any will do.
    List<String> allowed() {
        return switch (this) {
            case CFG -> List.of("job", "hydra", "all");
            case INFO ->
                    List.of("all", "config", "defaults", "defaults-tree", "plugins", "searchpath");
            default -> List.of();
        };
    }

    String example() {
        return switch (this) {
            case CFG -> "job";
            case PACKAGE -> "some.package";
            case CONFIG_NAME -> "config";
            default -> "directory";
        };
    }
}
