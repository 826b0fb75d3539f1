package dev.llmprof.run;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/// Holds a run's manifest against the schema that is published for it.
final class ManifestSchema {

    private ManifestSchema() {}

    static Set<ValidationMessage> violations(Path run) throws IOException {
        Path schema = SharedData.projectRoot().resolve("docs/schema/manifest.schema.json");
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Files.readString(schema))
                .validate(new JsonMapper().readTree(run.resolve("manifest.json").toFile()));
    }
}
