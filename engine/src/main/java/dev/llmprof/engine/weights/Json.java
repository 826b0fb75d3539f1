package dev.llmprof.engine.weights;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads the JSON files of a model folder, saying which one is missing or broken.
public final class Json {
    public static final ObjectMapper MAPPER =
            JsonMapper.builder()
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .build();

    private Json() {}

    public static JsonNode read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new Problem(
                            file.getFileName() + " is missing",
                            file.toAbsolutePath().getParent() + "",
                            "point model.path at a whole Hugging Face folder")
                    .found();
        }
        try {
            return MAPPER.readTree(Files.readString(file));
        } catch (JsonProcessingException e) {
            throw broken(file, e.getOriginalMessage());
        } catch (IOException e) {
            throw broken(file, e.getMessage() + "");
        }
    }

    private static Problem.Found broken(Path file, String why) {
        return new Problem(
                        "cannot read " + file.getFileName() + ": " + why,
                        file.toString(),
                        "fetch the file again")
                .found();
    }
}
