package dev.llmprof.run.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.hardware.Gpu;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Requests and devices from overrides, by the configuration's own rules.
class StaticPointsTest {

    @Test
    void sweepsOverRequestsAndGpusThatAGlobNames() {
        List<StaticPoint> points =
                StaticPoints.of(
                        List.of("request.batch=1,2", "gpu=glob(rtx-*)"), true, Optional.empty());
        assertEquals(
                List.of(
                        "1 RTX-3090",
                        "1 RTX-4090",
                        "1 RTX-5090",
                        "1 RTX-A6000",
                        "2 RTX-3090",
                        "2 RTX-4090",
                        "2 RTX-5090",
                        "2 RTX-A6000"),
                points.stream().map(point -> point.request().batch() + " " + name(point)).toList());
    }

    @Test
    void countsWithAGpuWhoseKeysWereChanged() {
        List<StaticPoint> points =
                StaticPoints.of(
                        List.of(
                                "gpu=l4",
                                "gpu.memory.gigabytes_per_second=600",
                                "request.prompt=7"),
                        false,
                        Optional.empty());
        assertEquals(7, points.getFirst().request().promptTokens());
        assertEquals(Optional.of(6e11), points.getFirst().gpu().map(Gpu::memoryBytesPerSecond));
    }

    @Test
    void findsAGpuOfADirectoryOfOnesOwn(@TempDir Path conf) throws IOException {
        Path shipped = Path.of("../conf/gpu/l4.yaml");
        Files.copy(shipped, Files.createDirectory(conf.resolve("gpu")).resolve("my-l4.yaml"));

        List<StaticPoint> points = single("gpu=my-l4", Optional.of(conf));

        assertEquals("L4", name(points.getFirst()));
        assertThrows(
                Problem.Found.class, () -> single("gpu=my-l4", Optional.of(conf.resolve("none"))));
    }

    private static List<StaticPoint> single(String override, Optional<Path> configDirectory) {
        return StaticPoints.of(List.of(override), false, configDirectory);
    }

    @Test
    void refusesAKeyThatIsNotThere() {
        assertThrows(Problem.Found.class, () -> single("request.bach=1", Optional.empty()));
        assertThrows(Problem.Found.class, () -> single("request.batch=0", Optional.empty()));
    }

    private static String name(StaticPoint point) {
        return point.gpu().map(Gpu::name).orElse("none");
    }
}
