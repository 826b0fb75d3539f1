package dev.llmprof.engine;

import dev.llmprof.problem.Problem;

/// The engine's entry: `java … dev.llmprof.engine.Main settings.json`.
public final class Main {
    private static final int USER_ERROR = 2;

    private Main() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) {
        if (arguments.length != 1) {
            System.err.println("usage: dev.llmprof.engine.Main settings.json");
            System.exit(USER_ERROR);
        }
        System.err.println(new Problem("not there yet", arguments[0], ""));
    }
}
