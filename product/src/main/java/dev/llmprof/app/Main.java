package dev.llmprof.app;

import dev.llmprof.cli.CommandWords;
import dev.llmprof.cli.Console;
import dev.llmprof.cli.Console.Volume;
import dev.llmprof.cli.Direct;
import dev.llmprof.cli.Front;
import dev.llmprof.cli.SharedFlag;
import dev.llmprof.cli.Version;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/// Where the program begins.
public final class Main {

    private Main() {}

    /// How a command ended. One that leaves no thread behind need not be ended by force.
    private record Ended(int exitCode, boolean leavesThreads) {}

    public static void main(String[] args) {
        Ended ended = end(List.of(args), PluginLists.SHIPPED, System.out, System.err);
        System.out.flush();
        // Before it ends the JVM, exit looks for a logger, which takes longer than what was asked.
        if (ended.exitCode() != 0 || ended.leavesThreads()) {
            System.exit(ended.exitCode());
        }
    }

    static int run(List<String> words, PrintStream out, PrintStream err) {
        return run(words, PluginLists.SHIPPED, out, err);
    }

    static int run(List<String> words, PluginLists lists, PrintStream out, PrintStream err) {
        return end(words, lists, out, err).exitCode();
    }

    private static Ended end(
            List<String> words, PluginLists lists, PrintStream out, PrintStream err) {
        long startNanos = System.nanoTime();
        CommandWords asked = CommandWords.of(words);
        // Scripts ask for it often.
        if (asked.has(SharedFlag.VERSION) && !asked.has(SharedFlag.HELP)) {
            out.println(Version.current());
            return new Ended(0, false);
        }
        Console console = Console.of(out, err, System.getenv(), asked.volume());
        Optional<Callable<Integer>> quick = QuickCommands.of(asked, console, lists);
        int exitCode =
                quick.isPresent()
                        ? Direct.run(quick.get(), console)
                        : Front.run(asked, Commands.all(console, lists), console);
        if (asked.volume() == Volume.VERBOSE) {
            long millis = (System.nanoTime() - startNanos) / 1_000_000;
            err.println(Version.current() + " took " + millis + " ms");
        }
        return new Ended(exitCode, quick.isEmpty());
    }
}
