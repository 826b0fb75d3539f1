package dev.llmprof.app;

import dev.llmprof.cli.ExitCode;
import dev.llmprof.cli.Version;

/// Where the program begins.
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        // Answered before the command line's library is loaded: scripts ask for it often.
        if (args.length == 1 && args[0].equals("--version")) {
            System.out.println(Version.current());
            return;
        }
        System.exit(args.length == 0 ? ExitCode.WRONG_INPUT : ExitCode.OK);
    }
}
