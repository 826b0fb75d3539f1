package dev.llmprof.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.hardware.Gpu;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevicesTest {
    @TempDir private Path folder;

    @Test
    void aFileOfOnesOwnStandsBesideNames() throws IOException {
        Path file = mine(folder.resolve("my-gpu.yaml"));
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
        assertEquals("this file is not there", problem.what());
        assertEquals(file.toString(), problem.at());
    }

    @Test
    void oneInTheTreeOfThisFolderIsFoundByItsName() throws IOException {
        Files.createDirectories(folder.resolve("conf/gpu"));
        mine(folder.resolve("conf/gpu/my-h100.yaml"));
        mine(folder.resolve("conf/gpu/l4.yaml"));
        assertEquals(
                List.of("Mine", "L4"),
                Devices.named("my-h100,l4", folder).stream().map(Gpu::name).toList());
    }

    @Test
    void oneOfAConfigurationDirectoryIsFoundByItsName() throws IOException {
        Files.createDirectories(folder.resolve("gpu"));
        Files.copy(Path.of("../conf/gpu/l4.yaml"), folder.resolve("gpu/my-l4.yaml"));
        assertEquals(
                List.of("L4", "A10"),
                Devices.named("my-l4,a10", Optional.of(folder)).stream().map(Gpu::name).toList());
        assertThrows(Problem.Found.class, () -> Devices.named("my-l4", Optional.empty()));
    }

    @Test
    void aConfigurationDirectoryThatIsNotThereIsNamed() {
        Optional<Path> none = Optional.of(folder.resolve("none"));
        Problem problem =
                assertThrows(Problem.Found.class, () -> Devices.named("l4", none))
                        .problems()
                        .getFirst();
        assertEquals(
                new Problem(
                        "this folder is not there",
                        "--config-dir " + folder.resolve("none"),
                        "name one with a folder gpu in it"),
                problem);
    }

    @Test
    void anUnknownNameSaysWhereOneOfOnesOwnGoes() {
        Problem problem =
                assertThrows(Problem.Found.class, () -> Devices.named("my-h100", folder))
                        .problems()
                        .getFirst();
        assertEquals("no GPU 'my-h100' is known", problem.what());
        assertTrue(problem.fix().contains("--gpu FILE.yaml"), problem.fix());
        assertTrue(problem.fix().contains("conf/gpu of this folder"), problem.fix());
    }

    private static Path mine(Path file) throws IOException {
        return Files.writeString(
                file,
                """
                name: Mine
                vendor: NVIDIA
                architecture: Hopper
                memory: {gigabytes: 100, gigabytes_per_second: 1000}
                dense_tera_per_second: {bf16: 100}
                """);
    }
}
