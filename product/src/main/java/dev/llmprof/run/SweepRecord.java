package dev.llmprof.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.pipeline.Manifest.Beginning;
import dev.llmprof.problem.GivenFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// `sweep.json` in a sweep's directory: what was typed and where, so that a sweep that was cut off
/// can go on.
record SweepRecord(List<String> command, String workingDirectory) {
    private static final String NAME = "sweep.json";
    private static final String FIX = "start the sweep anew";

    SweepRecord {
        command = List.copyOf(command);
    }

    /// Whether the directory is a sweep's.
    static boolean isIn(Path directory) {
        return Files.isRegularFile(directory.resolve(NAME));
    }

    static SweepRecord read(Path directory) {
        JsonNode root = GivenFile.json(directory.resolve(NAME), FIX);
        List<String> words = new ArrayList<>();
        root.path("command").forEach(word -> words.add(word.asText()));
        return new SweepRecord(words, root.path("working_directory").asText());
    }

    void write(Path directory) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", 1);
        command.forEach(root.putArray("command")::add);
        root.put("working_directory", workingDirectory);
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
