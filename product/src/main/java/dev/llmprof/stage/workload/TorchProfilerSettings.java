package dev.llmprof.stage.workload;

import java.time.Duration;
import java.util.List;

/// How the PyTorch profiler looks at the workload. The same settings reach the built-in engine and
/// the hook in a Python program.
public record TorchProfilerSettings(
        List<String> activities,
        boolean recordShapes,
        boolean profileMemory,
        boolean withStack,
        boolean groupByInputShape,
        int warmupRounds,
        boolean warmupSynthetic,
        boolean markPhases,
        CaptureWindow window,
        Duration timeout) {

    public TorchProfilerSettings {
        activities = List.copyOf(activities);
    }

    /// The same with another window.
    public TorchProfilerSettings recording(CaptureWindow other) {
        return new TorchProfilerSettings(
                activities,
                recordShapes,
                profileMemory,
                withStack,
                groupByInputShape,
                warmupRounds,
                warmupSynthetic,
                markPhases,
                other,
                timeout);
    }
}
