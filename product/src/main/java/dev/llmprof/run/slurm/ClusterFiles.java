package dev.llmprof.run.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.problem.GivenFile;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `.slurm` in a sweep's directory: `sweep.json`, rewritten whole or not at all, the script, and a
/// folder for each task.
public final class ClusterFiles {
    private static final String NAME = "sweep.json";
    private static final String FIX = "start a new sweep: llmprof run -m hydra/launcher=slurm …";

    private ClusterFiles() {}

    static Path home(Path sweep) {
        return sweep.resolve(".slurm");
    }

    /// Whether Slurm was ever told of the sweep, or may have been.
    public static boolean isSubmitted(Path sweep) {
        return isIn(sweep) && !read(sweep).arrays().isEmpty();
    }

    private static boolean isIn(Path sweep) {
        return Files.isRegularFile(home(sweep).resolve(NAME));
    }

    static ClusterSweep read(Path sweep) {
        Path directory = sweep.toAbsolutePath().normalize();
        if (!isIn(directory)) {
            throw new Problem(
                            "this is not a sweep that was started on Slurm: it has no .slurm/"
                                    + NAME,
                            directory.toString(),
                            "the directory that llmprof run -m hydra/launcher=slurm named")
                    .found();
        }
        Path record = home(directory).resolve(NAME);
        JsonNode root = GivenFile.json(record, FIX);
        List<ClusterTask> tasks = new ArrayList<>();
        root.path("tasks")
                .forEach(each ->
                        tasks.add(
                                new ClusterTask(
                                        each.path("number").asInt(),
                                        named(each, "directory", record),
                                        words(each.path("overrides")))));
        List<SubmittedArray> arrays = new ArrayList<>();
        root.path("arrays").forEach(each -> arrays.add(array(each, record)));
        return new ClusterSweep(
                directory,
                root.path("id").asText(),
                root.path("name").asText(),
                named(root, "logs", record),
                Duration.ofSeconds(Math.max(1, root.path("poll_s").asLong(5))),
                tasks,
                arrays);
    }

    /// A path below the sweep's directory, which is above the record's.
    private static Path named(JsonNode node, String key, Path record) {
        Path sweep = record.resolveSibling("..").normalize();
        return GivenFile.named(node.path(key).asText(), sweep, record, FIX);
    }

    private static SubmittedArray array(JsonNode node, Path record) {
        String job = node.path("job").asText("");
        if (!job.matches("\\d*|null")) {
            throw new Problem("a job's number is not a number", record.toString(), FIX).found();
        }
        List<Integer> tasks = new ArrayList<>();
        node.path("tasks").forEach(each -> tasks.add(each.asInt()));
        return new SubmittedArray(
                node.path("name").asText(),
                node.path("offset").asInt(),
                tasks,
                Optional.of(job).filter(each -> each.matches("\\d+")));
    }

    static ClusterSweep write(ClusterSweep sweep) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", 1).put("id", sweep.id()).put("name", sweep.name());
        root.put("logs", relative(sweep, sweep.logs()));
        root.put("poll_s", sweep.poll().toSeconds());
        ArrayNode arrays = root.putArray("arrays");
        for (SubmittedArray each : sweep.arrays()) {
            ObjectNode node = arrays.addObject();
            node.put("name", each.name()).put("offset", each.offset());
            node.put("job", each.job().orElse(null));
            each.tasks().forEach(node.putArray("tasks")::add);
        }
        ArrayNode tasks = root.putArray("tasks");
        for (ClusterTask each : sweep.tasks()) {
            ObjectNode node = tasks.addObject();
            node.put("number", each.number());
            node.put("directory", relative(sweep, each.directory()));
            each.overrides().forEach(node.putArray("overrides")::add);
        }
        AtomicFile.write(folder(sweep.home()).resolve(NAME), root.toPrettyString() + "\n");
        return sweep;
    }

    static Path folder(Path path) {
        try {
            return Files.createDirectories(path);
        } catch (IOException e) {
            throw new UncheckedIOException("making " + path, e);
        }
    }

    /// A sweep's directory may be moved when all is over.
    private static String relative(ClusterSweep sweep, Path path) {
        return path.startsWith(sweep.directory())
                ? sweep.directory().relativize(path).toString()
                : path.toString();
    }

    private static List<String> words(JsonNode list) {
        List<String> words = new ArrayList<>();
        list.forEach(each -> words.add(each.asText()));
        return words;
    }
}
