package dev.llmprof.stage.torch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.problem.Problem;
import dev.llmprof.stage.workload.HookResults;
import dev.llmprof.stage.workload.PythonHook;
import dev.llmprof.trace.WorkloadResults;
import dev.llmprof.workload.ResultKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the hook's summaries become. A GPU is not here, so these are written as it would.
class HookHarvestTest {
    @TempDir private Path scratch = Path.of(".");

    @Test
    void theClockWaitsForTheGpu() throws IOException {
        WorkloadResults results = harvest("cuda:0");
        assertEquals(Optional.of("cuda:0"), results.fact("device"));
        assertTrue(results.waited());
        assertTrue(
                Files.isRegularFile(
                        Path.of(results.fact("model_path").orElseThrow(), "config.json")));
        assertEquals(8, results.items().getFirst().newTokens());
        assertTrue(results.items().getFirst().cold());
    }

    @Test
    void onTheHostThereIsNothingToWaitFor() throws IOException {
        assertTrue(harvest("cpu").waited());
    }

    @Test
    void ofSeveralProcessesNobodyKnowsWhichPartOfTheModelEachHas() throws IOException {
        seen(2, "cuda:1");
        WorkloadResults results = harvest("cuda:0");
        assertEquals(Optional.empty(), results.fact("model_path"));
        assertEquals(
                "no bounds: 2 processes ran a model, and which part of it each has is not known;"
                        + " llmprof analyze TRACE --model FOLDER --tp N compares one",
                results.notes().getLast());
    }

    @Test
    void aLauncherBesideItIsNoProcessOfTheModel() throws IOException {
        Path traces = Files.createDirectories(PythonHook.traces(scratch));
        Files.writeString(traces.resolve("2.json"), "{\"pid\": 2, \"model\": {}}");

        assertEquals(Optional.of("cuda:0"), harvest("cuda:0").device());
    }

    @Test
    void aProcessThatWasKilledIsNamed() throws IOException {
        Path traces = Files.createDirectories(PythonHook.traces(scratch));
        Files.writeString(traces.resolve("17.live"), "auto\n");
        seen(18, "cpu");
        Files.writeString(traces.resolve("18.live"), "auto\n");

        assertEquals(
                List.of("process 17 ran PyTorch and left nothing: it was killed"),
                HookHarvest.notes(scratch).stream().map(Problem::what).toList());
    }

    @Test
    void aSummaryThatCannotBeReadIsSaidAndTheOthersCount() throws IOException {
        seen(18, "cpu");
        Path traces = PythonHook.traces(scratch);
        Files.writeString(
                traces.resolve("19.json"),
                "{\"pid\":19,\"requests\":[{\"prefill_nanos\":NaN,\"decode_nanos\":Infinity}]}");
        Files.writeString(traces.resolve("20.json"), "{\"pid\":20,");

        HookResults.write(scratch);

        String note = HookHarvest.notes(scratch).getFirst().what();
        assertTrue(note.startsWith("its summary could not be read: this is not JSON"), note);
        WorkloadResults results = WorkloadResults.read(scratch.resolve("results.json"));
        assertEquals(2, results.items().size());
    }

    @Test
    void severalWindowsOfAProcessAreSeveralTraces() throws IOException {
        seen(17, "cpu");
        Path traces = PythonHook.traces(scratch);
        Files.writeString(traces.resolve("17.json.gz"), "first");
        Files.writeString(traces.resolve("17.2.json.gz"), "second");

        HookHarvest.collect(scratch, scratch);

        assertEquals("first", Files.readString(scratch.resolve("trace.0-0.json.gz")));
        assertEquals("second", Files.readString(scratch.resolve("trace.0-1.json.gz")));
    }

    private WorkloadResults harvest(String device) throws IOException {
        seen(1, device);
        HookResults.write(scratch);
        return WorkloadResults.read(scratch.resolve(ResultKeys.FILE_NAME));
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
