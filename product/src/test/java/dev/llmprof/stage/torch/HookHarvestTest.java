package dev.llmprof.stage.torch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.stage.workload.EngineSettings;
import dev.llmprof.stage.workload.PythonHook;
import dev.llmprof.trace.WorkloadResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the hook's summaries become. A GPU is not here, so these are written as it would.
class HookHarvestTest {
    @TempDir private Path scratch = Path.of(".");

    @Test
    void aClockThatDoesNotWaitForTheGpuSaysSo() throws IOException {
        WorkloadResults results = harvest("cuda:0");
        assertEquals(Optional.of("cuda:0"), results.fact("device"));
        assertFalse(results.waited());
        assertTrue(
                Files.isRegularFile(
                        Path.of(results.fact("model_path").orElseThrow(), "config.json")));
        assertEquals(8, results.items().getFirst().newTokens());
        assertEquals(6, results.items().getFirst().decodedTokens());
    }

    @Test
    void onTheHostThereIsNothingToWaitFor() throws IOException {
        assertTrue(harvest("cpu").waited());
    }

    @Test
    void ofSeveralProcessesNobodyKnowsWhichPartOfTheModelEachHas() throws IOException {
        seen(2, "cuda:1");
        assertEquals(Optional.empty(), harvest("cuda:0").fact("model_path"));
    }

    private WorkloadResults harvest(String device) throws IOException {
        seen(1, device);
        HookHarvest.writeResults(scratch);
        return WorkloadResults.read(scratch.resolve(EngineSettings.RESULTS));
    }

    private void seen(int pid, String device) throws IOException {
        Path traces = Files.createDirectories(PythonHook.traces(scratch));
        Files.writeString(
                traces.resolve(pid + ".json"),
                """
                {"pid": %d, "model": {"config": {"model_type": "llama"}, "dtype": "bfloat16",
                 "device": "%s"}, "requests": [{"sequences": 2, "prompt_tokens": 10,
                 "prefill_nanos": 5000000, "decode_tokens": 6, "decode_nanos": 9000000}]}
                """
                        .formatted(pid, device));
    }
}
