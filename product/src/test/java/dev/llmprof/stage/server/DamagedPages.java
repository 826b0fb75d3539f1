package dev.llmprof.stage.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Optional;

/// What a server's small pages say of its engine and its model.
public final class DamagedPages {
    private static final JsonMapper JSON = new JsonMapper();

    private DamagedPages() {}

    /// One page in the place of each.
    public static String found(String page) {
        Optional<JsonNode> said = parsed(page);
        return FoundEngine.of(said, said, said).words()
                + ServedModel.of(Optional.empty(), List.of(), said);
    }

    private static Optional<JsonNode> parsed(String page) {
        try {
            return Optional.of(JSON.readTree(page));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
