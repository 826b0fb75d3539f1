package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.GpuEvent.Work;
import dev.llmprof.testing.kineto.Lane;
import dev.llmprof.testing.kineto.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A phase of several GPUs is said for each of them: the union of two halves looks like one whole.
class PhaseGpusTest {
    @TempDir Path directory;

    @Test
    void whatEachGpuRanForAPhaseIsSaid() throws IOException {
        Concluded said = decode(2);
        List<JsonNode> rows =
                StreamSupport.stream(said.capture().path("phase_gpus").spliterator(), false)
                        .toList();
        assertEquals(
                List.of("decode 0 1600000", "decode 1 400000"),
                rows.stream()
                        .map(row ->
                                row.path("phase").asText()
                                        + " "
                                        + row.path("device").asText()
                                        + " "
                                        + row.path("gpu_busy_ns").asLong())
                        .toList());
        assertTrue(said.terminal().contains("(GPU 0 1.60 ms, GPU 1 400 µs)"), said.terminal());
        assertTrue(said.terminal().contains("any GPU busy"), said.terminal());
        assertTrue(said.report().contains("| decode | 1 | 400 µs | 400 µs |"), said.report());
        assertTrue(said.report().contains("| any GPU busy |"), said.report());
    }

    @Test
    void ofOneGpuThePhaseSaysAll() throws IOException {
        Concluded said = decode(1);
        assertEquals(0, said.capture().path("phase_gpus").size());
        assertFalse(said.terminal().contains("any GPU"), said.terminal());
        assertFalse(said.report().contains("any GPU"), said.report());
    }

    private Concluded decode(int gpus) throws IOException {
        var program = new Program(Dialect.CUDA, 29);
        for (int step = 0; step < 4; step++) {
            program.step(
                    "decode",
                    "",
                    "decode",
                    () -> {
                        for (int gpu = 0; gpu < gpus; gpu++) {
                            program.launch(
                                    Work.kernel(
                                            "gemm",
                                            new Lane(gpu, 7),
                                            gpu == 0 ? 400_000 : 100_000));
                        }
                    });
        }
        return Concluded.of(
                directory, program.recorded().writtenTo(directory.resolve("gpus.json")));
    }
}
