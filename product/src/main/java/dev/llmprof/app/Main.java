package dev.llmprof.app;

import dev.llmprof.cli.Console;
import dev.llmprof.cli.Console.Volume;
import dev.llmprof.cli.Direct;
import dev.llmprof.cli.Front;
import dev.llmprof.cli.Version;
import java.io.PrintStream;
import java.util.List;

/// Where the program begins.
public final class Main {

    private static final List<String> VERSION = List.of("--version");

    private Main() {}

    public static void main(String[] args) {
        List<String> words = List.of(args);
        int exitCode = run(words, System.out, System.err);
        System.out.flush();
        // Before it ends the JVM, exit looks for a logger, which takes longer than what was asked.
        if (exitCode != 0 || !isQuick(words)) {
            System.exit(exitCode);
        }
    }

    /// What is answered without the command line's library and leaves no thread behind.
    private static boolean isQuick(List<String> words) {
        return words.equals(VERSION) || Configs.areAskedFor(words) || Analyses.areAskedFor(words);
    }

    static int run(List<String> words, PrintStream out, PrintStream err) {
        return run(words, PluginLists.SHIPPED, out, err);
    }

    static int run(List<String> words, PluginLists lists, PrintStream out, PrintStream err) {
        // Answered before the command line's library is loaded: scripts ask for it often.
        if (words.equals(VERSION)) {
            out.println(Version.current());
            return 0;
        }
        Console console = Console.of(out, err, System.getenv(), Volume.of(words));
        if (Configs.areAskedFor(words)) {
            List<String> own = words.subList(1, words.size());
            return Direct.run(list -> Configs.command(console).run(list), own, console);
        }
        if (Analyses.areAskedFor(words)) {
            List<String> own = words.subList(1, words.size());
            return Direct.run(Analyses.run(console, lists)::run, own, console);
        }
        return Front.run(words, Commands.all(console, lists), console);
    }
}
