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

    private Main() {}

    public static void main(String[] args) {
        int exitCode = run(List.of(args), System.out, System.err);
        System.out.flush();
        System.exit(exitCode);
    }

    static int run(List<String> words, PrintStream out, PrintStream err) {
        // Answered before the command line's library is loaded: scripts ask for it often.
        if (words.equals(List.of("--version"))) {
            out.println(Version.current());
            return 0;
        }
        Console console = Console.of(out, err, System.getenv(), Volume.of(words));
        if (Configs.areAskedFor(words)) {
            List<String> own = words.subList(1, words.size());
            return Direct.run(list -> Configs.command(console).run(list), own, console);
        }
        return Front.run(words, Commands.all(console), console);
    }
}
