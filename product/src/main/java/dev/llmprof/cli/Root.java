package dev.llmprof.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
            "  llmprof run                                 the built-in model, profiled",
            "  llmprof run -- python infer.py              your own program",
            "  llmprof analyze trace.json.gz run.sqlite    captures made elsewhere",
            "  llmprof model config.json --gpu h100-sxm5-80gb",
            "",
            "Exit codes: 0 fine, 1 a stage failed, 2 wrong input, 3 our own fault, 130 interrupted."
        })
// The shared options are read from the words themselves, before a command is made.
@SuppressWarnings("UnusedVariable")
public final class Root implements Runnable {
    @Spec private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    private boolean help;

    @Option(names = "--version", description = "Show version, commit and Java.")
    private boolean version;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Say more.")
    private boolean verbose;

    @Option(
            names = "--quiet",
            scope = ScopeType.INHERIT,
            description = "Say only results and problems.")
    private boolean quiet;

    @Override
    public void run() {
        if (version) {
            spec.commandLine().getOut().println(Version.current());
            return;
        }
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
