package dev.llmprof.app;

import dev.llmprof.cli.CommandWords;
import dev.llmprof.cli.Direct;
import dev.llmprof.cli.Front;
import dev.llmprof.cli.SharedFlag;
import dev.llmprof.console.Console;
import dev.llmprof.console.Console.Volume;
import dev.llmprof.console.ExitCode;
import dev.llmprof.console.Version;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// Where the program begins.
public final class Main {

    private Main() {}

    /// How a command ended. One that leaves no thread behind need not be ended by force.
    private record Ended(int exitCode, boolean leavesThreads) {}

    public static void main(String[] args) {
        Ended ended =
                end(List.of(args), () -> PluginLists.SHIPPED, System.in, System.out, System.err);
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
        return end(words, () -> lists, InputStream.nullInputStream(), out, err).exitCode();
    }

    private static Ended end(
            List<String> words,
            Supplier<PluginLists> lists,
            InputStream in,
            PrintStream out,
            PrintStream err) {
        CommandWords asked = CommandWords.of(words);
        // Scripts ask for it often, so nothing is made for it.
        if (asked.has(SharedFlag.VERSION) && !asked.has(SharedFlag.HELP)) {
            out.println(Version.current());
            return new Ended(ExitCode.OK, false);
        }
        Console console = Console.of(out, err, System.getenv(), asked.volume());
        return end(asked, lists.get(), console.reading(in));
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
