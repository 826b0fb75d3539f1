package dev.llmprof.tool;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.process.Command;
import dev.llmprof.testing.RealTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command line of a planned launch, taken by the installed ncu.
class PlannedLaunchIT {
    @TempDir private Path directory;

    @Test
    void theInstalledNcuTakesIt() throws IOException, InterruptedException {
        RealTool.ncu();
        List<String> argv =
                Ncu.launch(
                                List.of("gemm", "flash_fwd_kernel"),
                                26,
                                List.of("SpeedOfLight"),
                                Command.of("true"))
                        .argv();
        Process ncu =
                new ProcessBuilder(argv)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(ncu.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        ncu.waitFor();
        assertFalse(said.contains("unrecognised option"), said);
        assertFalse(said.contains("Invalid"), said);
        assertTrue(said.contains("No kernels were profiled") || said.isEmpty(), said);
    }
}
