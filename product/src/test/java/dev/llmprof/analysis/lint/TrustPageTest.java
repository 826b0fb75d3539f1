package dev.llmprof.analysis.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrustPageTest {
    @Test
    void thePageHasEveryRuleAsTheProgramSaysIt() throws IOException {
        List<String> rows =
                Files.readAllLines(SharedData.projectRoot().resolve("docs/trust.md")).stream()
                        .filter(line -> line.startsWith("| `"))
                        .toList();
        assertEquals(Arrays.stream(LintRule.values()).map(TrustPageTest::row).toList(), rows);
    }

    private static String row(LintRule rule) {
        return String.format(
                "| `%s` | %s | %s | %s | %s |",
                rule.id(), rule.severity().label(), rule.what(), rule.cost(), rule.fix());
    }
}
