package dev.llmprof.cli;

import java.util.List;
import java.util.function.ToIntFunction;

/// Runs a command that reads its words itself, without loading the command line's library.
public final class Direct {

    private Direct() {}

    public static int run(
            ToIntFunction<List<String>> command, List<String> words, Console console) {
        try {
            return command.applyAsInt(words);
        } catch (Throwable e) {
            return Failures.report(e, console);
        }
    }
}
