package dev.llmprof.study.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.analysis.sweep.SweptJob;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.problem.GivenFile;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What the jobs of a sweep left in its directory.
public final class SweepFolder {
    /// What was asked of the sweep.
    public static final String RECORD = "sweep.json";

    /// What Hydra leaves of a sweep.
    private static final String COMPOSED = "multirun.yaml";

    private static final String FIX = "start a new sweep";
    private static final Comparator<Path> IN_ORDER =
            Comparator.comparingInt((Path path) -> path.toString().length())
                    .thenComparing(Comparator.naturalOrder());

    private SweepFolder() {}

    /// Whether it is a sweep's. Runs that only lie in one directory are none.
    public static boolean isOne(Path directory) {
        return Files.isRegularFile(directory.resolve(RECORD))
                || Files.isRegularFile(directory.resolve(COMPOSED));
    }

    /// A job that was planned, and its words.
    private record Planned(Path directory, List<String> words) {}

    static List<SweptJob> jobs(Path directory) {
        List<Planned> planned = planned(directory);
        List<SweptJob> jobs = new ArrayList<>();
        for (Planned each : planned) {
            jobs.add(job(directory, each));
        }
        return jobs;
    }

    /// What was typed to start it; nothing of a record of before.
    static List<String> command(Path directory) {
        List<String> words = new ArrayList<>();
        Path record = directory.resolve(RECORD);
        if (Files.isRegularFile(record)) {
            GivenFile.json(record, FIX).path("command").forEach(word -> words.add(word.asText()));
        }
        return words;
    }

    /// As the record lists them; those that a record of before does not list, by their manifests.
    private static List<Planned> planned(Path directory) {
        List<Planned> planned = new ArrayList<>();
        Path record = directory.resolve(RECORD);
        if (Files.isRegularFile(record)) {
            for (JsonNode job : GivenFile.json(record, FIX).path("jobs")) {
                List<String> words = new ArrayList<>();
                job.path("overrides").forEach(word -> words.add(word.asText()));
                String named = job.path("directory").asText();
                planned.add(new Planned(GivenFile.named(named, directory, record, FIX), words));
            }
        }
        if (planned.isEmpty()) {
            runs(directory)
                    .forEach(
                            run -> planned.add(new Planned(run, ManifestFile.read(run).command())));
        }
        return planned;
    }

    private static List<Path> runs(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(directory)) {
            return children.filter(each -> Files.isRegularFile(each.resolve(ManifestFile.NAME)))
                    .sorted(IN_ORDER)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("listing " + directory, e);
        }
    }

    private static SweptJob job(Path sweep, Planned planned) {
        String name =
                sweep.toAbsolutePath().relativize(planned.directory().toAbsolutePath()).toString();
        SequencedMap<String, String> values = values(planned.words());
        if (!Files.isRegularFile(planned.directory().resolve(ManifestFile.NAME))) {
            return new SweptJob(name, values, false, "did not start", new TreeMap<>());
        }
        try {
            Manifest manifest = ManifestFile.read(planned.directory());
            SortedMap<String, Double> metrics = JobMetrics.in(planned.directory());
            boolean usable = manifest.outcome().usable();
            return new SweptJob(name, values, usable, outcome(manifest, metrics), metrics);
        } catch (Problem.Found found) {
            // One broken job costs its own row.
            String what = found.problems().getFirst().what();
            return new SweptJob(name, values, false, what, new TreeMap<>());
        }
    }

    private static String outcome(Manifest manifest, SortedMap<String, Double> metrics) {
        String why =
                manifest.stages().stream()
                        .filter(stage -> stage.outcome() == Manifest.Verdict.FAILED)
                        .map(stage -> stage.name() + stage.reason().map(r -> ": " + r).orElse(""))
                        .findFirst()
                        .orElse("");
        String word = manifest.outcome().word();
        if (!why.isEmpty()) {
            return word + ", " + why;
        }
        return metrics.isEmpty() ? word + ", no metrics.json" : word;
    }

    /// `key=value` words; those of Hydra itself and flags say nothing of what was measured.
    private static SequencedMap<String, String> values(List<String> words) {
        SequencedMap<String, String> values = new LinkedHashMap<>();
        for (String word : words) {
            if (word.equals("--")) {
                break;
            }
            int at = word.indexOf('=');
            String key = at < 0 ? "" : word.substring(0, at).replaceFirst("^\\+{1,2}|^~", "");
            if (at > 0 && !key.startsWith("hydra.") && !key.startsWith("-")) {
                values.put(key, word.substring(at + 1));
            }
        }
        return values;
    }
}
