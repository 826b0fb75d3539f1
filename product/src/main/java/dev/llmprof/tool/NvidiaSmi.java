package dev.llmprof.tool;

import dev.llmprof.process.Command;
import java.util.List;

/// The question to nvidia-smi, and its answer: one line a GPU.
public final class NvidiaSmi {
    public static final String PROGRAM = "nvidia-smi";

    private NvidiaSmi() {}

    /// A GPU in nvidia-smi's own words: `81559 MiB`.
    public record InstalledGpu(String name, String driver, String memory, String uuid) {}

    public static Command query() {
        return Command.of(
                PROGRAM,
                "--query-gpu=name,driver_version,memory.total,uuid",
                "--format=csv,noheader");
    }

    public static List<InstalledGpu> gpus(String answer) {
        return answer.lines()
                .map(line -> line.strip().split(",\\s*"))
                .filter(cells -> cells.length == 4)
                .map(cells -> new InstalledGpu(cells[0], cells[1], cells[2], cells[3]))
                .toList();
    }
}
