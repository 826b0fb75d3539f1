package dev.llmprof.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.hardware.Gpu;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevicesTest {
    @TempDir private Path folder;

    @Test
    void aFileOfOnesOwnStandsBesideNames() throws IOException {
        Path file = folder.resolve("my-gpu.yaml");
        Files.writeString(
                file,
                """
                name: Mine
                vendor: NVIDIA
                architecture: Hopper
                memory: {gigabytes: 100, gigabytes_per_second: 1000}
                dense_tera_per_second: {bf16: 100}
                """);
        List<Gpu> found = Devices.named("l4," + file);
        assertEquals(List.of("L4", "Mine"), found.stream().map(Gpu::name).toList());
        assertEquals(1e12, found.getLast().memoryBytesPerSecond());
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        Path file = folder.resolve("none.yaml");
        Problem problem =
                assertThrows(Problem.Found.class, () -> Devices.named(file.toString()))
                        .problems()
                        .getFirst();
        assertEquals("no GPU can be read from this file", problem.what());
        assertEquals(file.toString(), problem.at());
    }
}
