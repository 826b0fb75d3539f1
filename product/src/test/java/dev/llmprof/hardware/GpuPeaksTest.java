package dev.llmprof.hardware;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GpuPeaksTest {
    private static final double TERA = 1e12;

    @Test
    void whatHasNoPeakForFp32OrTf32SaysWhy() throws IOException {
        List<String> silent = new ArrayList<>();
        for (Gpu gpu : ShippedGpus.catalogue().gpus()) {
            boolean both = gpu.vectorPerSecond() > 0 && gpu.dense("tf32").isPresent();
            if (!both) {
                silent.add(gpu.name() + ": " + notes(gpu));
            }
        }
        assertEquals(
                List.of(
                        "B300-HGX: INT8 cut sharply on Ultra - leave blank; no fp32 vector peak is"
                                + " published",
                        "T4: no BF16 and no TF32 matrix path: fp32 runs on the vector units",
                        "V100-SXM2: no BF16 and no TF32 matrix path: fp32 runs on the vector"
                                + " units"),
                silent);
    }

    private static String notes(Gpu gpu) throws IOException {
        String name = gpu.name().toLowerCase(Locale.ROOT) + ".yaml";
        Path file = SharedData.projectRoot().resolve("conf/gpu").resolve(name);
        return Files.readString(file)
                .lines()
                .filter(line -> line.startsWith("notes: "))
                .map(line -> line.substring("notes: ".length()).replace("'", ""))
                .findFirst()
                .orElse("");
    }

    /// Every GPU of the public figures is here with their peaks, and none has another.
    @Test
    void peaksAreThoseOfThePublicFigures() throws IOException {
        Optional<Path> figures = SharedData.ifHere("gpus.csv");
        assertEquals(66.9 * TERA, h100().vectorPerSecond(), 1);
        assertEquals(494.7 * TERA, h100().dense("tf32").orElseThrow(), 1);
        if (figures.isEmpty()) {
            return;
        }
        List<String> lines = Files.readAllLines(figures.get());
        List<String> titles = List.of(lines.getFirst().split(",", -1));
        for (String line : lines.subList(1, lines.size())) {
            // Quoted cells come behind all that is read here.
            String[] cells = line.split(",", -1);
            Gpu gpu = ShippedGpus.catalogue().find(cells[0]).orElseThrow();
            assertPeak(cells, titles, "tf32_dense_tflops", gpu, gpu.dense("tf32"));
            assertPeak(cells, titles, "bf16_dense_tflops", gpu, gpu.dense("bf16"));
            assertPeak(cells, titles, "fp8_dense_tflops_fp32acc", gpu, gpu.dense("fp8"));
            assertPeak(
                    cells,
                    titles,
                    "fp32_vector_tflops",
                    gpu,
                    Optional.of(gpu.vectorPerSecond()).filter(peak -> peak > 0));
        }
        assertTrue(lines.size() > 20);
    }

    private static Gpu h100() {
        return ShippedGpus.catalogue().named("h100-sxm5-80gb");
    }

    private static void assertPeak(
            String[] cells, List<String> titles, String title, Gpu gpu, Optional<Double> peak) {
        String said = cells[titles.indexOf(title)];
        assertEquals(
                said.isEmpty() ? 0 : Double.parseDouble(said) * TERA,
                peak.orElse(0.0),
                1e6,
                gpu.name() + " " + title);
    }
}
