package dev.llmprof.study.compare;

import dev.llmprof.compare.metric.MetricRuns;
import dev.llmprof.compare.statistic.RunNoise;
import dev.llmprof.compare.tree.TimeStrip;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.pipeline.RunPaths;
import dev.llmprof.problem.Nearest;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Baselines: plain directories with what `gate` needs of runs and no traces, so that they can be
/// committed: the metric values of each run, what the runs say of themselves, the time of each
/// divided, and the noise on record.
public final class BaselineStore {
    public static final String PREFIX = "baseline:";
    private static final String METRICS = "metrics.csv";
    private static final String NOISE = "noise.csv";
    private static final String RECORD = "baseline.json";
    private static final Pattern TREE = Pattern.compile("tree-\\d+\\.json\\.gz");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private final Path root;

    public BaselineStore(Path root) {
        this.root = root;
    }

    /// Replaces one of that name, but for its noise, which is of the machine and not of a version,
    /// and for files of others. Whoever looks sees the old one or the new one.
    public Path set(String name, ComparedSide side) throws IOException {
        Path directory = directory(name);
        Path fresh = root.resolve("." + name + ".new");
        Path old = root.resolve("." + name + ".old");
        RunPaths.remove(fresh);
        RunPaths.remove(old);
        Files.createDirectories(fresh);
        try {
            write(fresh, side);
            if (Files.isDirectory(directory)) {
                keepOthers(directory, fresh);
                Files.move(directory, old);
            }
            Files.move(fresh, directory);
        } finally {
            RunPaths.remove(fresh);
        }
        RunPaths.remove(old);
        return directory;
    }

    private static void write(Path directory, ComparedSide side) throws IOException {
        List<CaptureSum> captures = new ArrayList<>(side.kept());
        for (Path capture : SameCaptures.captures(side)) {
            captures.add(CaptureSum.of(capture));
        }
        var record =
                new BaselineRecord(side.facts(), side.remarks(), captures, side.strips().size());
        AtomicFile.write(directory.resolve(METRICS), BaselineFiles.metrics(side.metrics()));
        AtomicFile.write(directory.resolve(RECORD), record.text());
        for (int run = 0; run < side.strips().size(); run++) {
            StripFile.write(tree(directory, run), side.strips().get(run));
        }
    }

    private static Path tree(Path directory, int run) {
        return directory.resolve("tree-" + (run + 1) + ".json.gz");
    }

    private static void keepOthers(Path directory, Path fresh) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                String name = String.valueOf(each.getFileName());
                boolean ours =
                        name.equals(METRICS) || name.equals(RECORD) || TREE.matcher(name).matches();
                if (!ours) {
                    Files.copy(each, fresh.resolve(name));
                }
            }
        }
    }

    /// Beside what is there under that name.
    public Path record(String name, Map<String, RunNoise> noise) throws IOException {
        Path directory = Files.createDirectories(directory(name));
        AtomicFile.write(directory.resolve(NOISE), BaselineFiles.noise(noise));
        return directory;
    }

    public ComparedSide read(String name) throws IOException {
        Path directory = known(name);
        Path metrics = directory.resolve(METRICS);
        if (!Files.isRegularFile(metrics)) {
            throw new Problem(
                            "this baseline has noise on record and no runs",
                            directory.toString(),
                            again(name))
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
        Path file = directory.resolve(RECORD);
        return Files.exists(file)
                ? whole(name, directory, runs, BaselineRecord.read(file, again(name)))
                : ComparedSide.ofValues(PREFIX + name, runs, List.of(early(name)));
    }

    private static ComparedSide whole(
            String name, Path directory, List<MetricRuns> runs, BaselineRecord record) {
        List<TimeStrip> strips = new ArrayList<>();
        for (int run = 0; run < record.trees(); run++) {
            strips.add(StripFile.read(tree(directory, run), again(name)));
        }
        return new ComparedSide(
                PREFIX + name,
                List.of(),
                runs,
                record.facts(),
                strips,
                record.captures(),
                record.remarks());
    }

    private static String again(String name) {
        return "make it again: llmprof baseline set " + name + " RUN…";
    }

    private static String early(String name) {
        return "baseline "
                + name
                + " has values only: whether it may be compared and what changed is not known; "
                + again(name);
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
                    .filter(NAME.asMatchPredicate())
                    .sorted()
                    .toList();
        }
    }

    public Path remove(String name) throws IOException {
        Path directory = known(name);
        RunPaths.remove(directory);
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
                            "'" + name + "' cannot name a baseline",
                            "the command line",
                            "letters, digits, dots, hyphens and underscores")
                    .found();
        }
        return root.resolve(name);
    }
}
