package dev.llmprof.cli;

import dev.llmprof.config.command.ConfigFlag;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

/// `config` as the help and the completion know it. [ConfigCommand] does the work and is called
/// without this class.
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
            "  llmprof config --cfg job --package pipeline.ncu \\",
            "      profiling/ncu@pipeline.ncu=ncu.high",
            "  llmprof config --info defaults-tree",
            "  llmprof config --config-path conf --config-name config --resolve --cfg all",
            "  llmprof config -m infer.max_new_tokens=64,256"
        })
// Its words are read in ConfigCommand; the parameters stand for their description.
@SuppressWarnings("UnusedVariable")
public final class ConfigHelp {
    @Mixin private CommandSpec options = options();

    @Parameters(paramLabel = "OVERRIDE", description = "Changes, in Hydra's grammar.")
    private List<String> overrides = new ArrayList<>();

    private static CommandSpec options() {
        CommandSpec spec = CommandSpec.create();
        for (ConfigFlag flag : ConfigFlag.values()) {
            if (!flag.meaning().isEmpty()) {
                spec.addOption(option(flag));
            }
        }
        return spec;
    }

    private static OptionSpec option(ConfigFlag flag) {
        var spec =
                OptionSpec.builder(flag.names().toArray(String[]::new)).description(flag.meaning());
        return switch (flag.takes()) {
            case NOTHING -> spec.type(boolean.class).build();
            case VALUE -> spec.arity("1").type(String.class).paramLabel(flag.label()).build();
            case PERHAPS_VALUE ->
                    spec.arity("0..1").type(String.class).paramLabel(flag.label()).build();
        };
    }
}
