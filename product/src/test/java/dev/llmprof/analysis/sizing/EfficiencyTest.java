package dev.llmprof.analysis.sizing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class EfficiencyTest {
    /// The bandwidths that gpt-fast and vLLM published, as parts of their GPUs'.
    private static final List<Double> PUBLISHED =
            List.of(
                    0.685, 0.524, 0.423, 0.692, 0.506, 0.649, 0.587, 0.484, 0.379, 0.554, 0.612,
                    0.48, 0.726);

    @Test
    void theMemoryShareIsTheMedianOfWhatWasPublished() throws IOException {
        assertEquals(Efficiency.PUBLISHED.memory(), median(PUBLISHED), 0.005);
        assertEquals(13, PUBLISHED.size());
        for (Path file : SharedData.ifHere("measured-vs-roofline.csv").stream().toList()) {
            List<Double> found =
                    Files.readAllLines(file).stream()
                            .map(line -> line.split(",", -1))
                            .filter(cells -> cells.length > 11 && cells[11].matches("0\\.\\d+"))
                            .map(cells -> Double.parseDouble(cells[11]))
                            .toList();
            assertEquals(PUBLISHED, found);
        }
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
