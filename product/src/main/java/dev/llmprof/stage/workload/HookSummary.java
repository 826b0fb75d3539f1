package dev.llmprof.stage.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.problem.GivenFile;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What the hook says at the end of a process that it saw.
public record HookSummary(Path file, JsonNode json) {

    /// Of all processes, in the order of their ranks.
    public static List<HookSummary> in(Path scratch) {
        if (!Files.isDirectory(PythonHook.traces(scratch))) {
            return List.of();
        }
        try (var files = Files.list(PythonHook.traces(scratch))) {
            return files.filter(file -> file.getFileName().toString().matches("[^.]+\\.json"))
                    .map(file -> new HookSummary(file, read(file)))
                    .sorted(
                            Comparator.comparingInt((HookSummary each) -> each.rank().orElse(0))
                                    .thenComparingLong(each -> each.json().path("pid").asLong()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("listing " + PythonHook.traces(scratch), e);
        }
    }

    public Optional<Integer> rank() {
        JsonNode rank = json.path("rank");
        return rank.isTextual() && rank.asText().matches("\\d{1,6}")
                ? Optional.of(Integer.valueOf(rank.asText()))
                : Optional.empty();
    }

    /// One for each window, in their order: `17.json.gz`, `17.2.json.gz`.
    public List<Path> traces() {
        String process = file.getFileName().toString().replace(".json", "");
        return Stream.iterate(1, number -> number + 1)
                .map(number -> process + (number == 1 ? "" : "." + number) + ".json.gz")
                .map(file::resolveSibling)
                .takeWhile(Files::isRegularFile)
                .toList();
    }

    /// A summary that cannot be read costs only itself: the note in its place says so.
    private static JsonNode read(Path file) {
        try {
            return GivenFile.json(file, "");
        } catch (Problem.Found broken) {
            String pid = file.getFileName().toString().replace(".json", "");
            ObjectNode unread = JsonNodeFactory.instance.objectNode().put("pid", pid);
            unread.putArray("notes").add("its summary could not be read: " + broken.getMessage());
            return unread;
        }
    }
}
