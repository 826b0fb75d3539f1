package dev.llmprof.study;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.analysis.workload.PhaseUtilisation;
import dev.llmprof.analysis.workload.PhaseUtilisation.DevicePeaks;
import dev.llmprof.analysis.workload.PhaseUtilisation.TimeSource;
import dev.llmprof.analysis.workload.RunUtilisation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the utilisation back that the PyTorch profiler's stage left in its `metrics.json`.
public final class UtilisationFile {

    private UtilisationFile() {}

    /// Empty where the model, the device or a clock that waits for it was missing.
    public static Optional<RunUtilisation> read(Path file) throws IOException {
        List<PhaseUtilisation> phases = new ArrayList<>();
        new JsonMapper()
                .readTree(file.toFile())
                .path("utilisation")
                .forEach(row -> phases.add(phase(row)));
        return phases.isEmpty() ? Optional.empty() : Optional.of(new RunUtilisation(phases));
    }

    private static PhaseUtilisation phase(JsonNode row) {
        return new PhaseUtilisation(
                row.path("phase").asText(),
                row.path("requests").asLong(),
                row.path("tensor_flops").asDouble(),
                row.path("bytes").asDouble(),
                row.path("measured_ns").asDouble(),
                row.path("time_source").asText().equals(TimeSource.TRACE.word())
                        ? TimeSource.TRACE
                        : TimeSource.WORKLOAD,
                new DevicePeaks(
                        row.path("hardware").asText(),
                        row.path("peak").asText().replaceFirst(" dense$", ""),
                        row.path("peak_flops_per_second").asDouble(),
                        row.path("bandwidth_bytes_per_second").asDouble()));
    }
}
