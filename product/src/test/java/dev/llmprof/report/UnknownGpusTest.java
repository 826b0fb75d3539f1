package dev.llmprof.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.report.format.Terminal;
import dev.llmprof.report.section.UnknownGpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnknownGpusTest {
    @TempDir private Path folder = Path.of(".");

    @Test
    void aGpuWithoutDataIsSaidWithTheFileToWrite() throws IOException {
        String shown =
                Terminal.text(TerminalSummary.of(Example.findings(trace("NVIDIA Q1 (beta)"))), 400);
        assertTrue(
                shown.contains("NVIDIA Q1 (beta) is not in llmprof's data: no bound, MFU or MBU"),
                shown);
        assertTrue(shown.contains("conf/gpu/nvidia-q1-beta.yaml"), shown);
        assertTrue(shown.contains("driver_names: ['NVIDIA Q1 (beta)']"), shown);
    }

    @Test
    void aGpuThatIsKnownIsNot() throws IOException {
        assertEquals(List.of(), UnknownGpus.of(Example.findings(trace("NVIDIA H100 80GB HBM3"))));
    }

    private Path trace(String device) throws IOException {
        return Files.writeString(
                folder.resolve("trace.json"),
                """
                {"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "%s"}],
                 "traceEvents": [{"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7,
                 "ts": 100.0, "dur": 10.0, "args": {"device": 0, "stream": 7}}]}
                """
                        .formatted(device));
    }
}
