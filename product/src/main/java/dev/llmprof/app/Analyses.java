package dev.llmprof.app;

import dev.llmprof.cli.analyze.AnalyzeRun;
import dev.llmprof.console.Console;
import dev.llmprof.host.Devices;
import dev.llmprof.run.slurm.ClusterAnalyses;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// What `analyze` works with: each part is made when it is needed.
final class Analyses {

    private Analyses() {}

    static AnalyzeRun run(Console console, PluginLists lists) {
        return new AnalyzeRun(
                console,
                Analyses::stamp,
                word -> Devices.named(word),
                lists::study,
                () -> new ClusterAnalyses(System.getenv(), console::say));
    }

    private static String stamp() {
        return LocalDateTime.now(ZoneId.systemDefault())
                .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT));
    }
}
