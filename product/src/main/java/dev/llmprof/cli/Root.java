package dev.llmprof.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// The command line's root: what every command shares.
@Command(
        name = "llmprof",
        description = "Profiles LLM inference end to end and says where the time goes.",
        mixinStandardHelpOptions = false,
        synopsisSubcommandLabel = "COMMAND",
        usageHelpAutoWidth = true,
        footer = {
            "",
            "Examples:",
            "  llmprof run",
            "  llmprof run -- python infer.py",
            "  llmprof analyze trace.json.gz run.sqlite",
            "  llmprof model config.json --gpu h100-sxm5-80gb",
            "",
            "Exit codes: 0 fine, 1 a stage failed, 2 wrong input, 3 internal error,",
            "130 interrupted."
        })
public final class Root implements Runnable {
    @Spec private CommandSpec spec;

    private Root() {}

    /// With the shared flags, for the help and the completion: they are taken from the words before
    /// the rest comes here.
    public static CommandLine line() {
        var line = new CommandLine(new Root());
        for (SharedFlag flag : SharedFlag.values()) {
            line.getCommandSpec().addOption(spec(flag));
        }
        return line;
    }

    private static OptionSpec spec(SharedFlag flag) {
        return OptionSpec.builder(flag.names().toArray(String[]::new))
                .type(boolean.class)
                .usageHelp(flag == SharedFlag.HELP)
                .scopeType(flag.isOfEveryCommand() ? ScopeType.INHERIT : ScopeType.LOCAL)
                .description(flag.meaning())
                .build();
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
