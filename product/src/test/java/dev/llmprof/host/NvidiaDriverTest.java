package dev.llmprof.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NvidiaDriverTest {
    @TempDir private Path proc;

    @Test
    void aMachineWithoutOneHasNoVersionAndNoGpus() {
        var driver = new NvidiaDriver(proc.resolve("nvidia"));

        assertFalse(driver.isPresent());
        assertEquals(Optional.empty(), driver.version());
        assertEquals(List.of(), driver.gpus());
    }

    @Test
    void theVersionIsTheNumberOfTheModule() throws IOException {
        NvidiaDriver driver = PretendedDriver.in(proc);

        assertTrue(driver.isPresent());
        assertEquals(Optional.of("580.65.06"), driver.version());
    }

    @Test
    void theOpenModuleSaysItsNumberToo() throws IOException {
        Files.writeString(
                proc.resolve("version"),
                "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.124.06  Release"
                        + " Build  (root@a)\nGCC version:  gcc version 12.2.0 (Debian 12.2.0-14)\n");

        assertEquals(Optional.of("570.124.06"), new NvidiaDriver(proc).version());
    }

    @Test
    void gpusAreNamedAsTheDriverNamesThemInTheOrderOfTheirSlots() throws IOException {
        NvidiaDriver driver = PretendedDriver.in(proc);
        PretendedDriver.addGpu(proc, "0000:02:00.0", "NVIDIA A100-SXM4-80GB");

        assertEquals(List.of("NVIDIA GeForce RTX 3090", "NVIDIA A100-SXM4-80GB"), driver.gpus());
    }
}
