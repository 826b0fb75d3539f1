package dev.llmprof.study.compare;

import dev.llmprof.compare.metric.MetricRuns;
import dev.llmprof.compare.statistic.RunNoise;
import dev.llmprof.problem.Nearest;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Baselines: plain directories with the metric values of each run and the noise on record, and no
/// traces, so that they can be committed.
public final class BaselineStore {
    public static final String PREFIX = "baseline:";
    private static final String METRICS = "metrics.csv";
    private static final String NOISE = "noise.csv";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private final Path root;

    public BaselineStore(Path root) {
        this.root = root;
    }

    /// Replaces one of that name, but for its noise, which is of the machine and not of a version.
    public Path set(String name, ComparedSide side) throws IOException {
        Path directory = Files.createDirectories(directory(name));
        Files.writeString(directory.resolve(METRICS), BaselineFiles.metrics(side.metrics()));
        return directory;
    }

    /// Beside what is there under that name.
    public Path record(String name, Map<String, RunNoise> noise) throws IOException {
        Path directory = Files.createDirectories(directory(name));
        Files.writeString(directory.resolve(NOISE), BaselineFiles.noise(noise));
        return directory;
    }

    public ComparedSide read(String name) throws IOException {
        Path directory = known(name);
        Path metrics = directory.resolve(METRICS);
        if (!Files.isRegularFile(metrics)) {
            throw new Problem(
                            "this baseline has noise on record and no runs",
                            directory.toString(),
                            "llmprof baseline set " + name + " RUN…")
                    .found();
        }
        Map<String, RunNoise> noise = noise(name);
        List<MetricRuns> runs =
                ValuesFile.read(metrics).stream()
                        .map(each ->
                                new MetricRuns(
                                        each.kind(),
                                        each.runs(),
                                        Optional.ofNullable(noise.get(each.kind().name()))))
                        .toList();
        return new ComparedSide(PREFIX + name, List.of(), runs, List.of());
    }

    /// Of each metric that has any on record.
    public Map<String, RunNoise> noise(String name) throws IOException {
        Path file = known(name).resolve(NOISE);
        return Files.isRegularFile(file) ? BaselineFiles.noise(file) : Map.of();
    }

    public List<String> names() throws IOException {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(root)) {
            return children.filter(BaselineStore::isOne)
                    .map(each -> String.valueOf(each.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    public Path remove(String name) throws IOException {
        Path directory = known(name);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
        return directory;
    }

    public Path known(String name) throws IOException {
        Path directory = directory(name);
        if (!isOne(directory)) {
            List<String> names = names();
            throw new Problem(
                            "no baseline " + name,
                            root.toString(),
                            Nearest.to(name, names)
                                    .map(nearest -> "did you mean " + nearest + "?")
                                    .orElse("llmprof baseline set " + name + " RUN…"))
                    .found();
        }
        return directory;
    }

    private static boolean isOne(Path directory) {
        return Files.isRegularFile(directory.resolve(METRICS))
                || Files.isRegularFile(directory.resolve(NOISE));
    }

    /// A name is no path: nothing outside of the directory is ever read or removed.
    private Path directory(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new Problem(
                            "'" + name + "' is no name for a baseline",
                            "the command line",
                            "letters, digits, dots, hyphens and underscores")
                    .found();
        }
        return root.resolve(name);
    }
}
