package dev.llmprof.stage.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Which model requests name.
final class ServedModel {
    private ServedModel() {}

    /// The one that was named; that of `transformers serve MODEL`, whose list has all models of the
    /// machine; else the first of the server's list.
    static Optional<String> of(
            Optional<String> named, List<String> argv, Optional<JsonNode> models) {
        return named.or(() -> ofTransformers(argv))
                .or(() ->
                        models.map(page -> page.path("data").path(0).path("id").asText(""))
                                .filter(name -> !name.isEmpty()));
    }

    private static Optional<String> ofTransformers(List<String> argv) {
        int serve = argv.indexOf("serve");
        boolean transformers =
                serve > 0 && argv.subList(0, serve).stream().anyMatch(ServedModel::isTransformers);
        return transformers
                ? argv.subList(serve + 1, argv.size()).stream()
                        .filter(word -> !word.startsWith("-"))
                        .filter(ServedModel::namesModel)
                        .findFirst()
                : Optional.empty();
    }

    private static boolean isTransformers(String word) {
        return word.substring(word.lastIndexOf('/') + 1).equals("transformers");
    }

    /// A folder, or a name as `owner/model`.
    private static boolean namesModel(String word) {
        try {
            return word.matches("[\\w.-]+/[\\w.:-]+") || Files.isDirectory(Path.of(word));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
