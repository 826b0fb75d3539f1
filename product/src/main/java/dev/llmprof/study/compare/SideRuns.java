package dev.llmprof.study.compare;

import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.study.RunStudy;
import dev.llmprof.study.StudyParts;
import dev.llmprof.study.capture.Input;
import dev.llmprof.study.capture.Inputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The runs that a name stands for: a run directory, one with several equal runs in it, captures.
final class SideRuns {
    /// What `run --repeat` makes first, and what never counts.
    static final String WARM_UP = "warmup";

    private static final Pattern PLACE =
            Pattern.compile("(?i)(?<![a-z])(tp|pp|dp|ep|dcp|pcp|rank)[-_]?\\d+(?![0-9a-z])");

    private SideRuns() {}

    static List<SideRun> of(String word, StudyParts parts) throws IOException {
        Path path = Path.of(word);
        if (Files.isRegularFile(path.resolve(ManifestFile.NAME))) {
            return List.of(run(path, parts));
        }
        if (Files.isDirectory(path)) {
            List<Path> runs = below(path);
            return runs.isEmpty() ? captures(List.of(path), parts) : equal(path, runs, parts);
        }
        return captures(named(word), parts);
    }

    /// One file, or several with commas between.
    private static List<Path> named(String word) {
        return Files.exists(Path.of(word))
                ? List.of(Path.of(word))
                : Arrays.stream(word.split(",", -1)).map(Path::of).toList();
    }

    /// Each file is a run of its own, but the ranks of one run that lie in one folder are not.
    private static List<SideRun> captures(List<Path> paths, StudyParts parts) throws IOException {
        List<SideRun> runs = new ArrayList<>();
        for (Path path : paths) {
            List<Path> files =
                    Inputs.of(List.of(path), parts.formats()).stream().map(Input::path).toList();
            if (areRanks(path, files)) {
                runs.add(captured(path, files));
            } else {
                files.forEach(file -> runs.add(captured(file, List.of(file))));
            }
        }
        return runs;
    }

    private static SideRun captured(Path name, List<Path> files) {
        return new SideRun(name.toString(), Optional.empty(), files, Optional.empty());
    }

    private static boolean areRanks(Path folder, List<Path> files) {
        List<String> places = files.stream().map(SideRuns::place).toList();
        long distinct = places.stream().distinct().count();
        if (files.size() < 2 || places.contains("") || distinct < 2) {
            return false;
        }
        if (distinct < files.size()) {
            throw new Problem(
                            "the ranks of several runs lie in one folder",
                            folder.toString(),
                            "a folder for each run, and name them with commas between")
                    .found();
        }
        return true;
    }

    /// Where a process stands, as its file's name says: `tp1rank1`, or nothing.
    private static String place(Path file) {
        return PLACE.matcher(String.valueOf(file.getFileName()))
                .results()
                .map(place -> place.group().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }

    private static List<Path> below(Path directory) throws IOException {
        try (Stream<Path> children = Files.list(directory)) {
            return children.filter(each -> Files.isRegularFile(each.resolve(ManifestFile.NAME)))
                    .filter(each -> !each.endsWith(WARM_UP))
                    .sorted(
                            Comparator.comparingInt((Path each) -> each.toString().length())
                                    .thenComparing(Comparator.naturalOrder()))
                    .toList();
        }
    }

    /// What failed or was interrupted measured nothing whole.
    private static List<SideRun> equal(Path directory, List<Path> runs, StudyParts parts) {
        Map<List<String>, Path> asked = new HashMap<>();
        List<SideRun> whole = new ArrayList<>();
        for (Path each : runs) {
            Manifest manifest = ManifestFile.read(each);
            asked.putIfAbsent(asked(manifest), each);
            if (manifest.outcome().usable()) {
                whole.add(run(each, parts));
            }
        }
        if (asked.size() > 1) {
            throw new Problem(
                            "these runs were asked for different things",
                            asked.values().stream().sorted().limit(2).toList().toString(),
                            "name one of them, or a directory of equal runs: llmprof run --repeat 5")
                    .found();
        }
        if (whole.isEmpty()) {
            throw new Problem(
                            "none of the runs finished",
                            directory.toString(),
                            "llmprof runs show " + runs.getFirst())
                    .found();
        }
        return whole;
    }

    /// Without where it is written.
    private static List<String> asked(Manifest manifest) {
        return manifest.command().stream().filter(word -> !word.startsWith("hydra.")).toList();
    }

    private static SideRun run(Path directory, StudyParts parts) {
        Manifest manifest = ManifestFile.read(directory);
        return new SideRun(
                directory.toString(),
                Optional.of(directory),
                RunStudy.request(directory, manifest, parts, _ -> {}).captures(),
                Optional.of(manifest.started()));
    }
}
