package dev.llmprof.app;

import dev.llmprof.cli.ConfigCommand;
import dev.llmprof.cli.Console;
import dev.llmprof.config.source.ResourceRoot;
import dev.llmprof.run.OldNames;
import java.nio.file.Path;
import java.util.List;

/// `config` with our own tree. It is asked for often, by scripts too, so it starts without the
/// command line's library unless help is wanted.
final class Configs {

    private Configs() {}

    static boolean areAskedFor(List<String> words) {
        return !words.isEmpty()
                && words.getFirst().equals("config")
                && !words.contains("--help")
                && !words.contains("-h");
    }

    static ConfigCommand command(Console console) {
        return new ConfigCommand(
                console,
                cwd -> ResourceRoot.of("main", "conf", "config.yaml", cwd),
                OldNames.keys(),
                Path.of("").toAbsolutePath(),
                System.getenv());
    }
}
