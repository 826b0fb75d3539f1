package dev.llmprof.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.pipeline.Manifest.Beginning;
import dev.llmprof.problem.GivenFile;
import dev.llmprof.study.sweep.SweepFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// `sweep.json` in a sweep's directory: what was typed and where, so that a sweep that was cut off
/// can go on, and which jobs that makes.
record SweepRecord(List<String> command, String workingDirectory, List<SweepRecord.Planned> jobs) {
    private static final String NAME = SweepFolder.RECORD;
    private static final String FIX = "start a new sweep";

    SweepRecord {
        command = List.copyOf(command);
        jobs = List.copyOf(jobs);
    }

    /// A job of the sweep, so that one that never started is missed.
    record Planned(String directory, List<String> overrides) {
        Planned {
            overrides = List.copyOf(overrides);
        }
    }

    /// Whether the directory is a sweep's.
    static boolean isIn(Path directory) {
        return Files.isRegularFile(directory.resolve(NAME));
    }

    static SweepRecord read(Path directory) {
        JsonNode root = GivenFile.json(directory.resolve(NAME), FIX);
        List<String> words = new ArrayList<>();
        root.path("command").forEach(word -> words.add(word.asText()));
        return new SweepRecord(words, root.path("working_directory").asText(), List.of());
    }

    void write(Path directory) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", 1);
        command.forEach(root.putArray("command")::add);
        root.put("working_directory", workingDirectory);
        ArrayNode planned = root.putArray("jobs");
        for (Planned job : jobs) {
            ObjectNode each = planned.addObject();
            each.put("directory", job.directory());
            job.overrides().forEach(each.putArray("overrides")::add);
        }
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("making " + directory, e);
        }
        AtomicFile.write(directory.resolve(NAME), root.toPrettyString() + "\n");
    }

    Optional<Beginning> beginning() {
        return Optional.of(workingDirectory)
                .filter(each -> !each.isEmpty())
                .map(each -> new Beginning(each, new TreeMap<>()));
    }
}
