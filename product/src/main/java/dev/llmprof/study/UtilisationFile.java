package dev.llmprof.study;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.analysis.workload.PhaseUtilisation;
import dev.llmprof.analysis.workload.PhaseUtilisation.DevicePeaks;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.analysis.workload.TimeBasis;
import dev.llmprof.problem.GivenFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the utilisation back that the PyTorch profiler's stage left in its `metrics.json`.
public final class UtilisationFile {

    private UtilisationFile() {}

    /// Empty where the model, the device or a clock that waits for it was missing.
    public static Optional<RunUtilisation> read(Path file) {
        List<PhaseUtilisation> phases = new ArrayList<>();
        GivenFile.json(file, "run its stage again")
                .path("utilisation")
                .forEach(row -> phases.add(phase(row)));
        return phases.isEmpty() ? Optional.empty() : Optional.of(new RunUtilisation(phases));
    }

    private static PhaseUtilisation phase(JsonNode row) {
        return new PhaseUtilisation(
                row.path("phase").asText(),
                row.path("tensor_flops").asDouble(),
                row.path("bytes").asDouble(),
                row.path("measured_ns").asDouble(),
                new TimeBasis(
                        row.path("time_source").asText(),
                        row.path("statistic").asText(),
                        row.path("requests").asLong()),
                new DevicePeaks(
                        row.path("hardware").asText(),
                        row.path("peak").asText().replaceFirst(" dense$", ""),
                        row.path("peak_flops_per_second").asDouble(),
                        row.path("bandwidth_bytes_per_second").asDouble()));
    }
}
