package dev.llmprof.run;

import dev.llmprof.cli.RunCommand.Asked;
import dev.llmprof.cli.RunCommand.Source;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.pipeline.Secrets;
import dev.llmprof.problem.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A run to go on with: what its manifest says was typed, then what is typed now.
final class Resumed {
    private static final String PATH = "--config-path=";
    private static final String DIRECTORY = "--config-dir=";
    private static final String NAME = "--config-name=";

    private Resumed() {}

    static Asked asked(Asked now, Path directory) {
        List<String> words = ManifestFile.read(directory).command();
        int end = words.indexOf("--");
        List<String> own = end < 0 ? words : words.subList(0, end);
        List<String> program = end < 0 ? List.of() : words.subList(end + 1, words.size());
        var overrides =
                new ArrayList<>(
                        own.stream()
                                .skip(1)
                                .filter(word -> !word.startsWith("--config-"))
                                .toList());
        overrides.removeIf(word -> retyped(word, now.overrides()));
        overrides.addAll(now.overrides());
        overrides.stream()
                .filter(word -> word.endsWith("=" + Secrets.HIDDEN))
                .findFirst()
                .ifPresent(Resumed::hidden);
        return new Asked(
                overrides,
                now.program().isEmpty() ? program : now.program(),
                new Source(
                        now.source().path().or(() -> value(own, PATH).map(Path::of)),
                        now.source().directory().or(() -> value(own, DIRECTORY).map(Path::of)),
                        now.source().name().or(() -> value(own, NAME))),
                now.resume(),
                now.dryRun(),
                now.multirun(),
                now.strict());
    }

    private static boolean retyped(String word, List<String> now) {
        String key = word.replaceAll("=.*", "");
        return now.stream().anyMatch(each -> each.startsWith(key + "="));
    }

    private static void hidden(String word) {
        String key = word.replaceAll("=.*", "");
        throw new Problem(
                        "the value of " + key + " was not written down",
                        "manifest.json",
                        "type it again: llmprof run --resume DIR " + key + "=…")
                .found();
    }

    private static Optional<String> value(List<String> words, String flag) {
        return words.stream()
                .filter(word -> word.startsWith(flag))
                .map(word -> word.substring(flag.length()))
                .findFirst();
    }
}
