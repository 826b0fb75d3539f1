package dev.llmprof.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/// The schema that `compare --json` and `gate --json` follow.
final class CompareSchema {
    private CompareSchema() {}

    static void assertFollowedBy(JsonNode json) throws IOException {
        Path schema = SharedData.projectRoot().resolve("docs/schema/compare.schema.json");
        assertEquals(
                Set.of(),
                JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                        .getSchema(Files.readString(schema))
                        .validate(json));
    }
}
