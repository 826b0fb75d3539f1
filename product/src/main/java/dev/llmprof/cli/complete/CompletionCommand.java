package dev.llmprof.cli.complete;

import dev.llmprof.console.Console;
import dev.llmprof.problem.Problem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Prints a completion script for bash and zsh.
@Command(
        name = "completion",
        header = "Print a script that completes llmprof's words in bash or zsh.",
        description = {
            "Completes commands, options, GPU names, presets, groups, keys and their",
            "values, and run directories. Without a shell's name the script fits both.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  source <(llmprof completion bash)",
            "  source <(llmprof completion zsh)",
            "  llmprof completion bash >>~/.bashrc",
            ""
        })
public final class CompletionCommand implements Runnable {
    private final Console console;

    @Spec private CommandSpec spec;

    @Parameters(
            paramLabel = "SHELL",
            arity = "0..1",
            description = "bash or zsh; the script works in both if not given.")
    private String shell = "";

    public CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        if (!shell.isEmpty() && !shell.equals("bash") && !shell.equals("zsh")) {
            throw new Problem(
                            "there is no completion for '" + shell + "'",
                            "the command line",
                            "choose one of: bash, zsh")
                    .found();
        }
        console.out().print(CompletionScript.of(spec.root().commandLine(), shell));
    }
}
