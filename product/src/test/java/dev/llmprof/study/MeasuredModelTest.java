package dev.llmprof.study;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.analysis.workload.PhaseUtilisation;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.trace.WorkloadResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The costs a run is held against are those of the request it measured.
class MeasuredModelTest {
    private static final Optional<Gpu> H100 =
            Optional.of(ShippedGpus.catalogue().named("h100-sxm5-80gb"));

    @TempDir private Path folder = Path.of(".");

    @Test
    void thePromptIsTheOneThatRan() throws IOException {
        JsonNode costs = costs(700, 33);
        assertEquals(700, costs.at("/request/prompt_tokens").asInt());
        assertEquals(32, costs.at("/request/new_tokens").asInt());
        assertEquals("H100-SXM5-80GB", costs.at("/device/name").asText());
    }

    @Test
    void aModelNobodyNamedHasNoCosts() throws IOException {
        WorkloadResults results = results("{\"device\":\"cuda:0\",\"items\":[]}");
        assertEquals(Optional.empty(), MeasuredModel.of(results, _ -> H100));
    }

    @Test
    void theUtilisationOfARequestIsOfTheWorkThatItsCostsSay() throws IOException {
        JsonNode costs = costs(700, 33);
        WorkloadResults results = results(asked(700, 33, ""));
        RunUtilisation used =
                MeasuredModel.of(results, _ -> H100).orElseThrow().utilisation(results);
        for (JsonNode phase : costs.path("phases")) {
            PhaseUtilisation same = used.phase(phase.path("name").asText()).orElseThrow();
            assertEquals(phase.path("tensor_flops").asDouble(), same.tensorFlops());
            assertEquals(phase.path("bytes").asDouble(), same.bytes());
            assertEquals(phase.path("flops_per_byte").asDouble(), same.flopsPerByte(), 1e-9);
        }
        assertEquals(2, used.phases().size());
    }

    @Test
    void singlePrecisionIsHeldAgainstWhatPyTorchMultipliedIn() throws IOException {
        costs(700, 33);
        String single = asked(700, 33, "").replace("bf16", "fp32");
        assertEquals("fp32", peak(single));
        assertEquals("fp32", peak(told(single, "highest")));
        assertEquals("tf32", peak(told(single, "high")));
        assertEquals("fp32", peak(told(single, "high").replace("cuda:0", "cpu")));
        assertEquals("bf16", peak(told(asked(700, 33, ""), "high")));
    }

    private static String told(String results, String precision) {
        return results.replaceFirst("\\{", "{\"float32_matmul_precision\":\"" + precision + "\",");
    }

    private String peak(String json) throws IOException {
        WorkloadResults results = results(json);
        return MeasuredModel.of(results, _ -> H100)
                .orElseThrow()
                .utilisation(results)
                .phase("decode")
                .orElseThrow()
                .peaks()
                .format();
    }

    private JsonNode costs(int prompt, int tokens) throws IOException {
        Files.writeString(
                folder.resolve("config.json"),
                """
                {"model_type":"llama","hidden_size":64,"num_hidden_layers":2,
                 "num_attention_heads":4,"num_key_value_heads":2,"intermediate_size":96,
                 "vocab_size":100}
                """);
        String other =
                ",{\"image_path\":\"another\",\"prefill_len\":5,\"tokens\":2,\"prefill_ms\":1,\"decode_ms\":2}";
        WorkloadResults results = results(asked(prompt, tokens, other));
        return new JsonMapper()
                .readTree(
                        MeasuredModel.of(results, _ -> H100)
                                .flatMap(model -> model.requestCosts(results))
                                .orElseThrow());
    }

    private String asked(int prompt, int tokens, String more) {
        return """
        {"model_path":"%s","dtype":"bf16","device":"cuda:0","items":[
         {"image_path":"one","prefill_len":%d,"tokens":%d,"prefill_ms":1,"decode_ms":2}%s]}
        """
                .formatted(folder, prompt, tokens, more);
    }

    private WorkloadResults results(String json) throws IOException {
        return WorkloadResults.read(Files.writeString(folder.resolve("results.json"), json));
    }
}
