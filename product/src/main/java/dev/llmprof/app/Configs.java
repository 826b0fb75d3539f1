package dev.llmprof.app;

import dev.llmprof.cli.ConfigCommand;
import dev.llmprof.config.source.ResourceRoot;
import dev.llmprof.console.Console;
import dev.llmprof.run.OldNames;
import java.nio.file.Path;

/// `config` with our own tree.
final class Configs {

    private Configs() {}

    static ConfigCommand command(Console console) {
        return new ConfigCommand(
                console,
                cwd -> ResourceRoot.of("main", "conf", "config.yaml", cwd),
                OldNames.keys(),
                Path.of("").toAbsolutePath(),
                System.getenv());
    }
}
