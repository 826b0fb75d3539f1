package dev.llmprof.stage.workload;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which device the program is told, and what it may see. `cuda:N` is reached by showing only that
/// GPU: much model code says device 0 whatever it is told.
public record WorkloadDevice(String inside, Optional<String> visibleDevices) {
    private static final Pattern CUDA = Pattern.compile("cuda:(\\d+)");
    private static final String VISIBLE = "CUDA_VISIBLE_DEVICES";

    /// Counts within the GPUs that are already chosen in `environment`, as CUDA itself does.
    public static WorkloadDevice of(String device, Map<String, String> environment) {
        Matcher cuda = CUDA.matcher(device);
        if (!cuda.matches()) {
            return new WorkloadDevice(device, Optional.empty());
        }
        int index = Integer.parseInt(cuda.group(1));
        String chosen = environment.getOrDefault(VISIBLE, "");
        List<String> gpus = chosen.isBlank() ? List.of() : List.of(chosen.split(","));
        String gpu = index < gpus.size() ? gpus.get(index).strip() : String.valueOf(index);
        return new WorkloadDevice("cuda:0", Optional.of(gpu));
    }

    public Map<String, String> environment() {
        return visibleDevices.map(gpu -> Map.of(VISIBLE, gpu)).orElse(Map.of());
    }
}
