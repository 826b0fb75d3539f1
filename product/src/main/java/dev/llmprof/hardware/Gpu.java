package dev.llmprof.hardware;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a device can do at best. Peaks are operations a second on the matrix units by number format
/// (`bf16`, `fp8` …), dense and sparse apart; a format that is not there has no such path.
public record Gpu(
        String name,
        String vendor,
        String architecture,
        List<String> driverNames,
        double memoryBytes,
        double memoryBytesPerSecond,
        double interconnectBytesPerSecond,
        Map<String, Double> densePerSecond,
        Map<String, Double> sparsePerSecond,
        double vectorPerSecond,
        String source) {

    public Gpu {
        driverNames = List.copyOf(driverNames);
        densePerSecond = Map.copyOf(densePerSecond);
        sparsePerSecond = Map.copyOf(sparsePerSecond);
    }

    /// Dense operations a second in a format of that name, if its matrix units know it.
    public Optional<Double> dense(String format) {
        return Optional.ofNullable(densePerSecond.get(format));
    }
}
