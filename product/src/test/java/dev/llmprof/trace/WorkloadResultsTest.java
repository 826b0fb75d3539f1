package dev.llmprof.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadResultsTest {
    @TempDir private Path folder = Path.of(".");

    @Test
    void readsWhatTheEngineWrites() throws IOException {
        WorkloadResults results =
                read(
                        """
                        {"schema":1,"interrupted":true,"device":"cpu","parameters":12,
                         "threads":{"OMP_NUM_THREADS":"1"},"notes":["left out"],
                         "items":[{"epoch":0,"image_path":"p.png","prefill_ms":1.5,"decode_ms":2.25,
                          "tokens":10,"prefill_len":7,"vision_ms":0.6,"sam_ms":0.3,"clip_ms":0.2,
                          "projector_ms":0.1,"profiled":true}],
                         "images":[{"path":"p.png","bytes":9,"width":3,"height":4}]}
                        """);

        assertTrue(results.interrupted());
        assertEquals(Optional.of("cpu"), results.fact("device"));
        assertEquals(Optional.of("12"), results.fact("parameters"));
        assertEquals(Optional.empty(), results.fact("threads"));
        assertEquals(Map.of("OMP_NUM_THREADS", "1"), results.threads());
        assertEquals(List.of("left out"), results.notes());
        assertEquals(
                List.of(
                        new WorkloadResults.Item(
                                "p.png", 1_500_000, 2_250_000, 600_000, 300_000, 200_000, 100_000,
                                7, 10, 1, true, false)),
                results.items());
        assertEquals(List.of(new WorkloadResults.Image("p.png", 9, 3, 4)), results.images());
    }

    @Test
    void brokenResultsAreAProblemAndNotAStackTrace() {
        var found = assertThrows(Problem.Found.class, () -> read("{\"items\":[{"));

        assertEquals("run the stage again", found.problems().getFirst().fix());
    }

    private WorkloadResults read(String json) throws IOException {
        return WorkloadResults.read(Files.writeString(folder.resolve("results.json"), json));
    }
}
