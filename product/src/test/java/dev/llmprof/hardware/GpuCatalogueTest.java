package dev.llmprof.hardware;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The shipped data, and how a device finds its row.
class GpuCatalogueTest {
    private final GpuCatalogue catalogue = ShippedGpus.catalogue();

    @Test
    void knowsADeviceByTheDriversName() {
        assertEquals("H100-SXM5-80GB", name("NVIDIA H100 80GB HBM3"));
        assertEquals("H100-PCIe-80GB", name("NVIDIA H100 PCIe"));
        assertEquals("RTX-5090", name("NVIDIA GeForce RTX 5090"));
        assertEquals("L4", name("NVIDIA L4"));
        assertEquals("L40", name("NVIDIA L40"));
        assertEquals("H200-SXM-141GB", catalogue.named("nvidia h200").name());
    }

    @Test
    void findsEveryDriversNameAloneAsInTheCatalogue() {
        for (Gpu gpu : catalogue.gpus()) {
            for (String name : gpu.driverNames()) {
                assertEquals(catalogue.matching(name), ShippedGpus.matching(name), name);
            }
        }
        assertEquals(Optional.empty(), ShippedGpus.matching("NVIDIA H999 1TB"));
    }

    @Test
    void givesAnUnknownDeviceNoNumbers() {
        assertEquals(Optional.empty(), catalogue.matching("NVIDIA H999 1TB"));
        assertEquals(Optional.empty(), catalogue.matching("NVIDIA L40G"));
    }

    @Test
    void keepsDenseAndSparsePeaksApart() {
        Gpu h100 = catalogue.named("h100-sxm5-80gb");
        assertEquals(Optional.of(989.4e12), h100.dense("bf16"));
        assertEquals(1978.8e12, h100.sparsePerSecond().getOrDefault("bf16", 0.0));
        assertEquals(3.35e12, h100.memoryBytesPerSecond());
    }

    @Test
    void hasNoPathThatADeviceLacks() {
        Gpu t4 = catalogue.named("T4");
        assertEquals(Optional.empty(), t4.dense("bf16"));
        assertEquals(Map.of(), t4.sparsePerSecond());
    }

    @Test
    void everyFileSaysWhereItsNumbersAndNamesComeFrom() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../conf/gpu"))) {
            List<Path> gpus = files.filter(file -> !file.endsWith("auto.yaml")).sorted().toList();
            assertEquals(catalogue.gpus().size(), gpus.size());
            for (Path file : gpus) {
                String text = Files.readString(file);
                assertTrue(text.matches("(?s).*\nsource: '.+'\n.*"), file + " peaks");
                assertTrue(text.matches("(?s).*\ndriver_names_source: '.+'\n.*"), file + " names");
                assertTrue(text.matches("(?s).*\n  source: '.+'\n.*"), file + " link");
            }
        }
    }

    @Test
    void saysWhichGpuWasMeant() {
        Problem.Found found =
                assertThrows(Problem.Found.class, () -> catalogue.named("h100-smx5-80gb"));
        assertEquals("no GPU 'h100-smx5-80gb' is known", found.problems().getFirst().what());
        assertTrue(found.problems().getFirst().fix().startsWith("did you mean h100-sxm5-80gb?"));
    }

    private String name(String driverName) {
        return catalogue.matching(driverName).map(Gpu::name).orElse("unknown");
    }
}
