package dev.llmprof.study;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.problem.GivenFile;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads `captures.json`, which says which capture is of which label.
final class CaptureLabels {
    private CaptureLabels() {}

    /// By the file of each capture; those of the whole run have none.
    static Map<String, String> read(Path index, List<Path> captures) {
        Map<String, String> labels = new HashMap<>();
        for (JsonNode entry : GivenFile.json(index, "run its stage again")) {
            List<Path> inside = captures.stream().filter(file -> isIn(file, index, entry)).toList();
            if (entry.path("label").isTextual()) {
                String label = entry.path("label").asText();
                inside.forEach(file ->
                        labels.put(
                                file.toString(),
                                inside.size() == 1 ? label : label + "/" + file.getFileName()));
            }
        }
        return labels;
    }

    private static boolean isIn(Path file, Path index, JsonNode entry) {
        try {
            Path directory = index.resolveSibling(entry.path("directory").asText());
            return directory.equals(file.getParent());
        } catch (InvalidPathException e) {
            return false; // what is no path holds no file
        }
    }
}
