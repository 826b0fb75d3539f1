package dev.llmprof.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Every model whose count is known, from its config.json alone.
class FactsTest {

    @Test
    void countsEveryKnownModelToTheParameter() throws IOException {
        List<String> differences = new ArrayList<>();
        int compared = 0;
        for (String line : Files.readAllLines(ModelFixtures.shared("hf-configs/facts.csv"))) {
            // The first five columns hold no commas.
            String[] cells = line.split(",", -1);
            if (cells[0].equals("model") || cells[1].isEmpty()) {
                continue;
            }
            String expected = cells[1] + " " + cells[2] + " " + cells[4];
            String counted =
                    counted(ModelFixtures.shared("hf-configs/" + cells[0] + "/config.json"));
            compared++;
            if (!expected.equals(counted)) {
                differences.add(cells[0] + ": " + counted + " for " + expected);
            }
        }
        assertEquals(List.of(), differences);
        assertTrue(compared > 50, compared + " models");
    }

    /// Rows whose published count differs say by how much; our own output must name that number.
    @Test
    void explainsEveryPublishedCountThatIsLarger() throws IOException {
        List<String> unexplained = new ArrayList<>();
        for (String line : Files.readAllLines(ModelFixtures.shared("hf-configs/facts.csv"))) {
            String[] cells = line.split(",", -1);
            boolean adjusted = line.endsWith("exact-after-explained-adjustment");
            // The vision parts of DeepSeek-OCR are counted, so nothing is left to explain.
            if (adjusted && !cells[0].equals("DeepSeek-OCR")) {
                long more = Long.parseLong(cells[6]);
                Model model = ModelFixtures.shared(cells[0], "config.json");
                boolean named =
                        CountVariants.of(model).stream().anyMatch(v -> v.parameters() == more);
                if (!named) {
                    unexplained.add(cells[0] + " " + more + " " + CountVariants.of(model));
                }
            }
        }
        assertEquals(List.of(), unexplained);
    }

    private static String counted(Path file) {
        Model model = ModelFixtures.read(file);
        Parameters parameters = Parameters.of(model, Precision.BF16);
        long kept = (long) new KvCache(model.decoder(), Format.BF16).bytesPerToken();
        return parameters.total() + " " + parameters.active() + " " + kept;
    }
}
