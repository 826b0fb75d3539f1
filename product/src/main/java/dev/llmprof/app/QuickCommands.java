package dev.llmprof.app;

import dev.llmprof.cli.CommandWords;
import dev.llmprof.cli.SharedFlag;
import dev.llmprof.cli.analyze.AnalyzeOptions;
import dev.llmprof.cli.complete.Completions;
import dev.llmprof.console.Console;
import java.util.Optional;
import java.util.concurrent.Callable;

/// The commands that start without the command line's library, since scripts ask for them often:
/// `config`, which reads its words itself, what a shell asks at a Tab, and `analyze` with plain
/// words. They leave no thread behind. Help is the library's.
final class QuickCommands {

    private QuickCommands() {}

    static Optional<Callable<Integer>> of(CommandWords asked, Console console, PluginLists lists) {
        if (asked.has(SharedFlag.HELP)) {
            return Optional.empty();
        }
        if (asked.isFor("config")) {
            return Optional.of(() -> Configs.command(console).run(asked.ownAndBehind()));
        }
        if (asked.isFor(Completions.COMMAND)) {
            return Optional.of(() -> Completions.print(asked.own(), console));
        }
        if (asked.isFor("analyze") && asked.behind().isEmpty()) {
            return AnalyzeOptions.plain(asked.own())
                    .map(given -> () -> Analyses.run(console, lists).run(given));
        }
        return Optional.empty();
    }
}
