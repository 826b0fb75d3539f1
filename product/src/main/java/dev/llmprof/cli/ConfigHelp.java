package dev.llmprof.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `config` as the help, the completion and typing mistakes know it. [ConfigCommand] does the work
/// and is called without this class.
@Command(
        name = "config",
        header = "Show the composed configuration.",
        description = {
            "Composes a Hydra configuration tree and shows the result: ours, or any with"
                    + " --config-path.",
            "Overrides are Hydra's: key=value, +key=value, ++key=value, ~key, group=option,"
                    + " group@package=option.",
            "Flags may stand anywhere among them."
        },
        footer = {
            "",
            "Examples:",
            "  llmprof config pipeline.nsys.enable=true",
            "  llmprof config --cfg job --package pipeline.ncu profiling/ncu@pipeline.ncu=ncu.high",
            "  llmprof config --info defaults-tree",
            "  llmprof config --config-path conf --config-name config --resolve --cfg all",
            "  llmprof config -m infer.max_new_tokens=64,256     the jobs a sweep would run"
        })
// The words are read by hand in ConfigCommand; the fields stand for their descriptions.
@SuppressWarnings("UnusedVariable")
public final class ConfigHelp implements Callable<Integer> {
    private final ToIntFunction<List<String>> command;

    @Option(
            names = {"-c", "--cfg"},
            paramLabel = "WHAT",
            description = "job (the default), hydra or all.")
    private String cfg = "job";

    @Option(names = "--resolve", description = "With interpolations resolved.")
    private boolean resolve;

    @Option(
            names = {"-p", "--package"},
            paramLabel = "KEY",
            description = "Only this part.")
    private String part = "";

    @Option(
            names = {"-i", "--info"},
            arity = "0..1",
            paramLabel = "WHAT",
            description =
                    "How it came about: defaults, defaults-tree, config, searchpath, plugins, all.")
    private String info = "";

    @Option(
            names = {"-cp", "--config-path"},
            paramLabel = "DIR",
            description = "The main directory instead of the shipped tree.")
    private String path = "";

    @Option(
            names = {"-cd", "--config-dir"},
            paramLabel = "DIR",
            description = "One more directory to look into.")
    private String directory = "";

    @Option(
            names = {"-cn", "--config-name"},
            paramLabel = "NAME",
            description = "The primary config (config).")
    private String name = "config";

    @Option(
            names = {"-m", "--multirun"},
            description = "List the jobs of a sweep.")
    private boolean multirun;

    @Option(names = "--json", description = "As JSON instead of YAML or tables.")
    private boolean json;

    @Parameters(paramLabel = "OVERRIDE", description = "Changes, Hydra's grammar.")
    private List<String> overrides = new ArrayList<>();

    public ConfigHelp(ToIntFunction<List<String>> command) {
        this.command = command;
    }

    @Override
    public Integer call() {
        return command.applyAsInt(overrides);
    }
}
