package dev.llmprof.run;

import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.Manifest.Beginning;
import dev.llmprof.pipeline.Manifest.StageEntry;
import dev.llmprof.pipeline.RunPaths;
import dev.llmprof.problem.Problem;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.tool.ShellQuote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Where a run begins, and the program's own files as they were then: a run that goes on must not
/// take another program, or files of the same names elsewhere, for its own.
final class RunBeginning {
    // A program of this size is a bundle of weights; reading it would delay every start by seconds.
    private static final long LARGEST_BYTES = 64 << 20;

    private RunBeginning() {}

    static Beginning of(Workload workload) {
        SortedMap<String, String> files = new TreeMap<>();
        Path stands = workload.surroundings().directory().orElse(Path.of("")).toAbsolutePath();
        List<String> argv =
                switch (workload) {
                    case Workload.Builtin _ -> List.of();
                    case Workload.Command command -> command.argv();
                    case Workload.Server server -> server.argv();
                    case Workload.PythonModule module -> List.of(module.python());
                };
        argv.stream()
                .limit(1)
                .filter(word -> word.contains("/"))
                .forEach(word -> add(files, word, stands));
        // The script of an interpreter.
        argv.stream()
                .skip(1)
                .filter(word -> !word.startsWith("-"))
                .limit(1)
                .forEach(word -> add(files, word, stands));
        return new Beginning(here().toString(), files);
    }

    private static void add(SortedMap<String, String> files, String word, Path stands) {
        try {
            Path file = stands.resolve(word);
            if (Files.isRegularFile(file) && Files.size(file) <= LARGEST_BYTES) {
                files.put(word, RunPaths.sha256(file));
            }
        } catch (IOException | InvalidPathException e) {
            // Who cannot be read cannot be compared.
        }
    }

    private static Path here() {
        return Path.of("").toAbsolutePath();
    }

    /// Relative paths, of the program and in the configuration, mean what they meant.
    static void checkPlace(Optional<Beginning> beginning, Path resumed) {
        beginning
                .map(Beginning::workingDirectory)
                .filter(before -> !before.equals(here().toString()))
                .ifPresent(before -> {
                    throw elsewhere(before, resumed).found();
                });
    }

    private static Problem elsewhere(String before, Path resumed) {
        String directory = ShellQuote.word(resumed.toAbsolutePath().normalize().toString());
        return isDirectory(before)
                ? new Problem(
                        "the run was started in another directory",
                        before,
                        "cd " + ShellQuote.word(before) + " && llmprof run --resume " + directory)
                : new Problem(
                        "the directory in which the run was started is gone",
                        before,
                        "llmprof run … without --resume, for a run of its own");
    }

    private static boolean isDirectory(String path) {
        try {
            return Files.isDirectory(Path.of(path));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /// Where a stage is kept, the rest must be of the same program.
    static void checkProgram(Manifest earlier, Beginning now, Path directory) {
        boolean keeps =
                earlier.stages().stream().map(StageEntry::outcome).anyMatch(v -> v.usable());
        List<String> changed =
                earlier.beginning().stream()
                        .flatMap(before -> before.programFiles().entrySet().stream())
                        .filter(file ->
                                !file.getValue().equals(now.programFiles().get(file.getKey())))
                        .map(file -> file.getKey())
                        .toList();
        if (keeps && !changed.isEmpty()) {
            throw new Problem(
                            "the program has changed since the run began: "
                                    + String.join(", ", changed),
                            directory.toString(),
                            "llmprof run … without --resume, for a run of its own")
                    .found();
        }
    }
}
