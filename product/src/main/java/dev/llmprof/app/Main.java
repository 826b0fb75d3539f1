package dev.llmprof.app;

import dev.llmprof.cli.CommandWords;
import dev.llmprof.cli.Direct;
import dev.llmprof.cli.Front;
import dev.llmprof.cli.SharedFlag;
import dev.llmprof.console.Console;
import dev.llmprof.console.Console.Volume;
import dev.llmprof.console.Version;
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
        CommandWords asked = CommandWords.of(List.of(args));
        if (isForVersion(asked)) {
            System.out.println(Version.current());
            System.out.flush();
            return;
        }
        Console console = console(asked, System.out, System.err).reading(System.in);
        Ended ended = end(asked, PluginLists.SHIPPED, console);
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
        CommandWords asked = CommandWords.of(words);
        if (isForVersion(asked)) {
            out.println(Version.current());
            return 0;
        }
        return end(asked, lists, console(asked, out, err)).exitCode();
    }

    /// Scripts ask for it often, so nothing is made for it.
    private static boolean isForVersion(CommandWords asked) {
        return asked.has(SharedFlag.VERSION) && !asked.has(SharedFlag.HELP);
    }

    private static Console console(CommandWords asked, PrintStream out, PrintStream err) {
        return Console.of(out, err, System.getenv(), asked.volume());
    }

    private static Ended end(CommandWords asked, PluginLists lists, Console console) {
        long startNanos = System.nanoTime();
        Optional<Callable<Integer>> quick = QuickCommands.of(asked, console, lists);
        int exitCode =
                quick.isPresent()
                        ? Direct.run(quick.get(), console)
                        : Front.run(asked, Commands.all(console, lists), console);
        if (asked.volume() == Volume.VERBOSE) {
            long millis = (System.nanoTime() - startNanos) / 1_000_000;
            console.err().println(Version.current() + " took " + millis + " ms");
        }
        return new Ended(exitCode, quick.isEmpty());
    }
}
