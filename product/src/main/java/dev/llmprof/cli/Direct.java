package dev.llmprof.cli;

import dev.llmprof.console.Console;
import java.util.concurrent.Callable;

/// Runs a command whose words are read already, without loading the command line's library.
public final class Direct {

    private Direct() {}

    public static int run(Callable<Integer> command, Console console) {
        try {
            return command.call();
        } catch (Throwable e) {
            return Failures.report(e, console);
        }
    }
}
