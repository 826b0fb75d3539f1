package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.testing.OneUtilisation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `llmprof run` with no word more.
class DefaultRunIT {
    @TempDir private static Path directory;

    private static UserRun run;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        run = UserRun.start(directory, "default-run");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "report.md",
                "operators.md",
                "kernels.md",
                "stakeholder_summary.md",
                "static_analysis/static_compute.md"
            })
    void isAsApproved(String name) throws IOException {
        run.assertAsApproved(name);
    }

    @Test
    void everyPhaseIsJoinedWithTheModelAndAddsUp() throws IOException {
        run.assertJoined(List.of("sam", "clip", "projector", "prefill", "decode"));
    }

    @Test
    void theModelsProductsAreFoundByShapeInPrefillAndDecode() throws IOException {
        run.assertProductsFoundByShapeInPrefillAndDecode();
    }

    @Test
    void everyPageAndFileHasTheSameUtilisation() throws IOException {
        OneUtilisation.of(directory.resolve("run"))
                .assertEverywhere(
                        List.of("prefill", "decode", "vision", "sam", "clip", "projector"),
                        List.of("prefill", "decode", "sam", "clip", "projector"),
                        run.printed());
    }

    @Test
    void theTerminalSaysWhatThePhasesAre() throws IOException {
        String printed = run.printed();
        assertTrue(
                printed.contains(
                        """

                        prefill: reads the prompt in one go; decode: writes the answer token by token
                        sam, clip: vision encoding, pictures to features; projector: features to tokens
                        """),
                printed);
    }
}
