package dev.llmprof.study;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a stage of Nsight says of its own captures: which part of the run, which kernels.
final class NsightWords {
    private NsightWords() {}

    /// Of `captures.json` or `choice.json`.
    static Optional<String> read(Path file) throws IOException {
        JsonNode said = new JsonMapper().readTree(Files.readString(file));
        return said.isArray()
                ? Optional.of(
                        said.valueStream()
                                .map(NsightWords::capture)
                                .collect(Collectors.joining("; ")))
                : Optional.of(said.path("words").asText());
    }

    private static String capture(JsonNode capture) {
        String directory = capture.path("directory").asText();
        String covers = capture.path("covers").asText();
        return directory.isEmpty() ? covers : directory + " covers " + covers;
    }
}
