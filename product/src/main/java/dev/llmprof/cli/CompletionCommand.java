package dev.llmprof.cli;

import dev.llmprof.console.Console;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Prints a completion script for bash and zsh.
@Command(
        name = "completion",
        header = "Print a shell completion script.",
        description = "Prints a script for bash, and for zsh with bashcompinit.",
        footer = {"", "Example:", "  source <(llmprof completion)"})
final class CompletionCommand implements Runnable {
    private final Console console;

    @Spec private CommandSpec spec;

    CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        console.out().print(AutoComplete.bash("llmprof", spec.root().commandLine()));
    }
}
