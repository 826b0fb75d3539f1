package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.llmprof.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A program that prints a gigabyte, partly without a line's end, under an llmprof of 96 MB.
class FloodIT {
    private static final long GIGABYTE = 1_000_000_000;

    @TempDir private Path directory;

    @Test
    void aGigabyteOfOutputGoesThroughAndToTheLogInLittleMemory() throws Exception {
        assumeTrue(hasRoom(), "less than 3 GB are free below " + directory);
        String script =
                "head -c %d /dev/zero; yes | head -c %d; echo the end; exit 3"
                        .formatted(GIGABYTE / 2, GIGABYTE / 2);
        Path run = directory.resolve("run");

        Llmprof llmprof =
                Llmprof.start(
                        directory,
                        List.of(),
                        Llmprof.words(run, "direct_inference", List.of(), "sh", "-c", script));

        assertEquals(ExitCode.STAGE_FAILED, llmprof.exit(), llmprof.errors());
        assertEquals(
                GIGABYTE + "the end\n".length(),
                Files.size(run.resolve("direct_inference/tool.log")));
        assertTrue(Files.size(llmprof.out()) > GIGABYTE);
        assertTrue(
                llmprof.errors().contains("the workload ended with exit code 3"), llmprof.errors());
        assertTrue(llmprof.errors().contains("the end"), llmprof.errors());
        assertTrue(llmprof.errors().length() < 4000, llmprof.errors());
        assertTrue(Files.size(run.resolve("manifest.json")) < 10_000);
    }

    private boolean hasRoom() throws IOException {
        return Files.getFileStore(directory).getUsableSpace() > 3 * GIGABYTE;
    }
}
