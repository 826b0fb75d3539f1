package dev.llmprof.app;

import dev.llmprof.cli.Console;
import dev.llmprof.cli.InitCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/// Every command there is, in the order the help shows them. Each is made only when it is called.
public final class Commands {

    private Commands() {}

    public static Map<String, Supplier<Object>> all(Console console) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("init", () -> new InitCommand(console, ConfTree::shipped));
        return commands;
    }
}
