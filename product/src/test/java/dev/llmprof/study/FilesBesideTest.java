package dev.llmprof.study;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.Findings;
import dev.llmprof.report.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesBesideTest {
    private static final Path TRACE =
            Path.of("src/test/resources/kineto-own/edge/idle_categories.json");

    @TempDir private Path directory;

    @Test
    void everyFileIsListedButLocksAndWhatIsUnfinished() throws IOException {
        for (String file : List.of("csv/a.csv", ".lock", ".unfinished1/b.csv", "manifest.json")) {
            Path path = directory.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, "x");
        }
        assertEquals(
                List.of("csv/a.csv", "manifest.json"),
                FilesBeside.of(directory, List.of(), Example.findings(TRACE)).files());
    }

    @Test
    void theCaptureItselfIsForPerfettoWhereThereIsNothingBetter() throws IOException {
        Path trace = Files.copy(TRACE, directory.resolve("idle_categories.json"));
        Path report = Files.createDirectory(directory.resolve("report"));
        Findings findings = Example.findings(trace);
        assertEquals(
                Optional.of("../idle_categories.json"),
                FilesBeside.of(report, List.of(trace), findings).timeline());
        Files.writeString(report.resolve("perfetto.json"), "{}");
        assertEquals(
                Optional.of("perfetto.json"),
                FilesBeside.of(report, List.of(trace), findings).timeline());
    }
}
