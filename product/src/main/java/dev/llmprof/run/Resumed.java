package dev.llmprof.run;

import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.run.RunRequest.Source;
import dev.llmprof.run.settings.OverrideText;
import dev.llmprof.secret.Secrets;
import dev.llmprof.study.sweep.SweepFolder;
import dev.llmprof.tool.ShellQuote;
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
            return asked(now.inSweep(directory), sweep.command(), directory, environment);
        }
        if (now.multirun()) {
            throw new Problem(
                            "this is not a sweep that -m can continue: it has no sweep.json",
                            directory.toString(),
                            "--resume with the sweep's own directory, or a single run without -m")
                    .found();
        }
        Manifest earlier = ManifestFile.read(directory);
        RunBeginning.checkPlace(earlier.beginning(), directory);
        return asked(now, earlier.command(), directory, environment);
    }

    private static void severalRuns(Path file) {
        throw new Problem(
                        "a sweep has several runs, and this is one file",
                        "--perfetto " + file,
                        "llmprof analyze RUN --perfetto " + file + "   for one of them afterwards")
                .found();
    }

    private static RunRequest asked(
            RunRequest now, List<String> words, Path directory, Map<String, String> environment) {
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
        List<String> lost = overrides.stream().filter(Resumed::isHidden).map(Resumed::key).toList();
        List<String> lostProgram =
                now.program().isEmpty() && program.stream().anyMatch(Resumed::isHidden)
                        ? program
                        : List.of();
        if (!lost.isEmpty() || !lostProgram.isEmpty()) {
            String record = now.multirun() ? SweepFolder.RECORD : ManifestFile.NAME;
            throw notSaved(record, lost, lostProgram, typed(now, directory));
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
        String key = key(word).replace("+", "");
        return now.stream().anyMatch(each -> key(each).replace("+", "").equals(key));
    }

    private static Path path(String written) {
        try {
            return Path.of(written);
        } catch (InvalidPathException e) {
            throw new Problem(
                            "not a path of the configuration: " + e.getReason(),
                            "manifest.json",
                            "start a new run")
                    .found();
        }
    }

    /// A variable of the workload that was not saved may stand in the environment.
    private static String fromEnvironment(String word, Map<String, String> environment) {
        Matcher variable = VARIABLE.matcher(word);
        return variable.matches() && environment.containsKey(variable.group(2))
                ? variable.group(1) + OverrideText.text(environment.get(variable.group(2)))
                : word;
    }

    private static boolean isHidden(String word) {
        return word.contains(Secrets.HIDDEN);
    }

    /// Of an override, without its value.
    private static String key(String word) {
        int end = word.indexOf('=');
        return end < 0 ? word : word.substring(0, end);
    }

    /// The line that was typed now, without values.
    private static String typed(RunRequest now, Path directory) {
        StringBuilder line = new StringBuilder("llmprof run --resume ");
        line.append(ShellQuote.word(directory.toString()));
        now.overrides().stream()
                .map(Resumed::key)
                .filter(key -> !key.equals(RunRequest.SWEEP_DIRECTORY))
                .forEach(key -> line.append(' ').append(key).append("=…"));
        return line.toString();
    }

    private static Problem.Found notSaved(
            String record, List<String> keys, List<String> program, String typed) {
        StringBuilder line = new StringBuilder(typed);
        keys.forEach(key -> line.append(' ').append(key).append("=…"));
        if (!program.isEmpty()) {
            line.append(" -- ").append(program.getFirst()).append(" …");
        }
        String what =
                keys.isEmpty()
                        ? "a secret among the program's words was not saved"
                        : "not saved, since secret: " + String.join(", ", keys);
        String at = program.isEmpty() ? "" : ": " + String.join(" ", program);
        return new Problem(what, record + at, "type it again: " + line).found();
    }

    private static Optional<String> value(List<String> words, String flag) {
        return words.stream()
                .filter(word -> word.startsWith(flag))
                .map(word -> word.substring(flag.length()))
                .findFirst();
    }
}
