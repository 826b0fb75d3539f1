package dev.llmprof.stage.conditions;

import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.tool.NvidiaSampling;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Programs of others on the GPUs: what computes there before the first stage begins, or after the
/// last has ended, is none of ours, whatever number it has in our container.
final class GpuStrangers {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final Processes processes;
    private final Set<String> lines = new LinkedHashSet<>();

    GpuStrangers(Processes processes) {
        this.processes = processes;
    }

    void look() {
        Processes.Answer answer = processes.ask(NvidiaSampling.programs(), DEADLINE);
        if (answer.ended() instanceof Ended.Exited(int code, _) && code == 0) {
            answer.output()
                    .lines()
                    .map(String::strip)
                    .filter(line -> line.matches("\\d+, .*"))
                    .forEach(lines::add);
        }
    }

    /// As nvidia-smi has them.
    List<String> found() {
        return List.copyOf(lines);
    }
}
