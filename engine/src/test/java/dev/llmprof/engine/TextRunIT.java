package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `llmprof run model=tiny_text`: prefill and decode, and nothing else.
class TextRunIT {
    @TempDir private static Path directory;

    private static UserRun run;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        run = UserRun.start(directory, "text-run", "model=tiny_text");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"report.md", "stakeholder_summary.md", "static_analysis/static_compute.md"})
    void isAsApproved(String name) throws IOException {
        run.assertAsApproved(name);
    }

    @Test
    void bothPhasesAreJoinedWithTheModelAndAddUp() throws IOException {
        run.assertJoined(List.of("prefill", "decode"));
    }

    @Test
    void theModelsProductsAreFoundByShapeInPrefillAndDecode() throws IOException {
        run.assertProductsFoundByShapeInPrefillAndDecode();
    }

    @Test
    void theTerminalSpeaksOfALlamaThatSeesNothing() throws IOException {
        String printed = run.printed();
        assertTrue(printed.contains(" · model tiny_text (llama, 4.7 M parameters) · "), printed);
        assertTrue(printed.contains("3 requests, 192 tokens"), printed);
        assertTrue(
                printed.contains(
                        "\nprefill: reads the prompt in one go; decode: writes the answer token by token\n"),
                printed);
        assertFalse(printed.contains("vision"), printed);
    }
}
