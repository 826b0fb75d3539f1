package dev.llmprof.cli.complete;

import dev.llmprof.config.command.Flags;
import dev.llmprof.config.command.Roots;
import dev.llmprof.config.source.Request;
import dev.llmprof.config.source.ResourceRoot;
import dev.llmprof.console.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a shell asks at every Tab.
public final class Completions {
    public static final String COMMAND = "__complete";

    private Completions() {}

    public static int print(List<String> asked, Console console) {
        new Candidates(Completions::request, Path.of("tmp", "runs"))
                .of(asked)
                .forEach(console.out()::println);
        return 0;
    }

    /// Of the words only where the configuration is: what is half typed may be wrong.
    private static Request request(List<String> words) {
        Path cwd = Path.of("").toAbsolutePath();
        Flags flags = Flags.parse(sources(words), List.of());
        return new Request(
                Roots.of(flags, cwd, ResourceRoot.of("main", "conf", "config.yaml", cwd)),
                Optional.of(flags.value("--config-name").orElse("config")),
                List.of(),
                Request.Mode.RUN,
                "llmprof",
                cwd,
                System.getenv(),
                Request.localTime());
    }

    private static List<String> sources(List<String> words) {
        List<String> kept = new ArrayList<>();
        for (int at = 0; at < words.size(); at++) {
            String word = words.get(at);
            if (word.matches("--config-(path|dir|name)=.+")) {
                kept.add(word);
            } else if (word.matches("--config-(path|dir|name)") && at + 1 < words.size()) {
                kept.add(word + "=" + words.get(at + 1));
            }
        }
        return kept;
    }
}
