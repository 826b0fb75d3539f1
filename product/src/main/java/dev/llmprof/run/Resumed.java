package dev.llmprof.run;

import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.run.RunRequest.Source;
import dev.llmprof.run.settings.OverrideText;
import dev.llmprof.secret.Secrets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A run to go on with: what its manifest says was typed, then what is typed now.
final class Resumed {
    private static final String PATH = "--config-path=";
    private static final String DIRECTORY = "--config-dir=";
    private static final String NAME = "--config-name=";

    private static final Pattern VARIABLE =
            Pattern.compile("(\\+{0,2}workload\\.env\\.([^=.]+)=)" + Pattern.quote(Secrets.HIDDEN));

    private Resumed() {}

    static RunRequest asked(RunRequest now, Path directory, Map<String, String> environment) {
        if (SweepRecord.isIn(directory)) {
            now.perfetto().ifPresent(Resumed::severalRuns);
            SweepRecord sweep = SweepRecord.read(directory);
            RunBeginning.checkPlace(sweep.beginning(), directory);
            return asked(now.inSweep(directory), sweep.command(), environment);
        }
        if (now.multirun()) {
            throw new Problem(
                            "this is no sweep that -m could go on with: it has no sweep.json",
                            directory.toString(),
                            "--resume with the sweep's own directory, or a single run without -m")
                    .found();
        }
        Manifest earlier = ManifestFile.read(directory);
        RunBeginning.checkPlace(earlier.beginning(), directory);
        return asked(now, earlier.command(), environment);
    }

    private static void severalRuns(Path file) {
        throw new Problem(
                        "a sweep has several runs, and this is one file",
                        "--perfetto " + file,
                        "llmprof analyze RUN --perfetto " + file + "   for one of them afterwards")
                .found();
    }

    private static RunRequest asked(
            RunRequest now, List<String> words, Map<String, String> environment) {
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
        overrides.replaceAll(word -> fromEnvironment(word, environment));
        overrides.stream()
                .filter(word -> word.contains(Secrets.HIDDEN))
                .findFirst()
                .ifPresent(Resumed::hidden);
        if (now.program().isEmpty()
                && program.stream().anyMatch(word -> word.contains(Secrets.HIDDEN))) {
            throw retype(program);
        }
        return new RunRequest(
                overrides,
                now.program().isEmpty() ? program : now.program(),
                new Source(
                        now.source().path().or(() -> value(own, PATH).map(Resumed::path)),
                        now.source().directory().or(() -> value(own, DIRECTORY).map(Resumed::path)),
                        now.source().name().or(() -> value(own, NAME))),
                now.resume(),
                now.dryRun(),
                now.multirun(),
                now.strict(),
                now.perfetto());
    }

    private static boolean retyped(String word, List<String> now) {
        String key = word.replaceAll("=.*", "");
        return now.stream().anyMatch(each -> each.startsWith(key + "="));
    }

    private static Path path(String written) {
        try {
            return Path.of(written);
        } catch (InvalidPathException e) {
            throw new Problem(
                            "no path of a configuration: " + e.getReason(),
                            "manifest.json",
                            "start the run anew")
                    .found();
        }
    }

    /// A variable of the workload that was not written down may stand in the environment.
    private static String fromEnvironment(String word, Map<String, String> environment) {
        Matcher variable = VARIABLE.matcher(word);
        return variable.matches() && environment.containsKey(variable.group(2))
                ? variable.group(1) + OverrideText.text(environment.get(variable.group(2)))
                : word;
    }

    private static Problem.Found retype(List<String> program) {
        return new Problem(
                        "a secret among the program's words was not written down",
                        ManifestFile.NAME + ": " + String.join(" ", program),
                        "type the program again: llmprof run --resume DIR -- "
                                + program.getFirst()
                                + " …")
                .found();
    }

    private static void hidden(String word) {
        String key = word.replaceAll("=.*", "");
        throw new Problem(
                        "the value of " + key + " was not written down",
                        ManifestFile.NAME,
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
