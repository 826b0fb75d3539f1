package dev.llmprof.stage.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/// Which serving engine answers, as far as its own words say.
record FoundEngine(Kind kind, String version) {

    /// Engines whose profiler we know, and the others.
    enum Kind {
        VLLM("vLLM"),
        SGLANG("SGLang"),
        TENSORRT_LLM("TensorRT-LLM"),
        UNKNOWN("");

        private final String label;

        Kind(String label) {
            this.label = label;
        }
    }

    /// What the pages said, where they answered at all. A page that answers with other JSON proves
    /// nothing: some servers answer everything.
    static FoundEngine of(
            Optional<JsonNode> models, Optional<JsonNode> version, Optional<JsonNode> info) {
        String number = version.map(page -> page.path("version").asText("")).orElse("");
        String owner =
                models.map(page -> page.path("data").path(0).path("owned_by").asText(""))
                        .orElse("");
        Optional<JsonNode> sglang =
                info.filter(page -> page.has("internal_states") && page.has("version"));
        if (sglang.isPresent() || owner.equals("sglang")) {
            return new FoundEngine(
                    Kind.SGLANG, sglang.map(page -> page.path("version").asText("")).orElse(""));
        }
        return switch (owner) {
            case "vllm" -> new FoundEngine(Kind.VLLM, number);
            case "tensorrt_llm" -> new FoundEngine(Kind.TENSORRT_LLM, number);
            default -> new FoundEngine(Kind.UNKNOWN, number);
        };
    }

    String words() {
        return (kind.label + " " + version).strip();
    }
}
