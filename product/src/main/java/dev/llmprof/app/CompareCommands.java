package dev.llmprof.app;

import dev.llmprof.cli.compare.BaselineCommand;
import dev.llmprof.cli.compare.CompareCommand;
import dev.llmprof.cli.compare.CompareParts;
import dev.llmprof.cli.compare.GateCommand;
import dev.llmprof.cli.compare.NoiseCommand;
import dev.llmprof.console.Console;
import java.util.Map;
import java.util.function.Supplier;

/// The commands that hold two sides against each other.
final class CompareCommands {

    private CompareCommands() {}

    static void add(Map<String, Supplier<Object>> commands, Console console, PluginLists lists) {
        var parts = new CompareParts(console, lists::study, System.getenv());
        commands.put("compare", () -> new CompareCommand(parts));
        commands.put("gate", () -> new GateCommand(parts));
        commands.put("baseline", () -> new BaselineCommand(parts));
        commands.put("noise", () -> new NoiseCommand(parts, RunCommands.repeats(console, lists)));
    }
}
