package dev.llmprof.tool;

import dev.llmprof.process.Command;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The question to nvidia-smi, and its answer: one line a GPU.
public final class NvidiaSmi {
    public static final String PROGRAM = "nvidia-smi";

    private static final Pattern CUDA = Pattern.compile("CUDA[^:]*Version: *([0-9.]+)");

    private NvidiaSmi() {}

    /// A GPU in nvidia-smi's own words: `81559 MiB`.
    public record InstalledGpu(String name, String driver, String memory, String uuid) {}

    public static Command query() {
        return Command.of(
                PROGRAM,
                "--query-gpu=name,driver_version,memory.total,uuid",
                "--format=csv,noheader");
    }

    /// Its own page, whose head has the newest CUDA that the driver can run.
    public static Command page() {
        return Command.of(PROGRAM);
    }

    /// `12.4`
    public static Optional<String> cuda(String page) {
        return CUDA.matcher(page).results().map(found -> found.group(1)).findFirst();
    }

    public static List<InstalledGpu> gpus(String answer) {
        return answer.lines()
                .map(line -> line.strip().split(",\\s*"))
                .filter(cells -> cells.length == 4)
                .map(cells -> new InstalledGpu(cells[0], cells[1], cells[2], cells[3]))
                .toList();
    }
}
