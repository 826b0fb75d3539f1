package dev.llmprof.stage.nsys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.host.NsysExporter;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.stage.FakeTool;
import dev.llmprof.stage.TraceReading;
import dev.llmprof.testing.nsight.StreamFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Importers that hang, refuse and fail. `$2` is the stream, `$4` the report; the report is a copy
/// of what was imported.
class StreamImportTest {
    private static final String SECRET = "CI_JOB_TOKEN=abc-def";
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final Duration AMPLE = Duration.ofMinutes(1);
    private static final String TRIES = "echo try >>\"$(dirname \"$4\")/tries\"\n";

    @TempDir private Path directory;
    @TempDir private Path tools;
    private final List<String> said = new ArrayList<>();
    private Path stream = Path.of("");

    @BeforeEach
    void record() throws IOException {
        stream =
                Files.write(
                        directory.resolve("run.qdstrm"),
                        new StreamFile()
                                .packed("Raw Events", StreamFile.process(8, "server", SECRET))
                                .bytes());
    }

    @Test
    void theReportIsMadeOfTheStreamWithoutItsSecrets() throws IOException {
        assertEquals(Optional.empty(), made("cp \"$2\" \"$4\"\n", AMPLE));
        assertTrue(
                StreamFile.read(report())
                        .getOrDefault("Raw Events", "")
                        .contains("CI_JOB_TOKEN=*******"));
        assertEquals(List.of("run.nsys-rep"), left());
        assertEquals(List.of(), said);
    }

    @Test
    void anImporterThatHangsOnceIsStartedOnceMore() throws IOException {
        Optional<Problem> problem =
                made(
                        TRIES
                                + "[ \"$(wc -l <\"$(dirname \"$4\")/tries\")\" -gt 1 ]"
                                + " || { echo half >\"$4\"; sleep 60; }\n"
                                + "cp \"$2\" \"$4\"\n",
                        SHORT);

        assertEquals(Optional.empty(), problem);
        assertEquals(2, Files.readAllLines(directory.resolve("tries")).size());
        assertTrue(
                StreamFile.read(report())
                        .getOrDefault("Raw Events", "")
                        .contains("CI_JOB_TOKEN=*******"));
    }

    @Test
    void whereTheCleanStreamHangsTheRecordingIsKeptAndOnlyItsUserMayReadIt() throws IOException {
        Optional<Problem> problem =
                made("case $2 in */clean-*) sleep 60 ;; esac\ncp \"$2\" \"$4\"\n", SHORT);

        assertEquals(Optional.empty(), problem);
        assertTrue(StreamFile.read(report()).getOrDefault("Raw Events", "").contains(SECRET));
        assertEquals("rw-------", mode(report()));
        assertEquals(List.of("run.nsys-rep"), left());
        assertEquals(
                List.of(
                        "nsys's importer did not take the stream without the secrets in it, so"
                                + " run.nsys-rep is made of it as it is"),
                said);
    }

    @Test
    void oneThatAlwaysHangsLosesNothingAndLeavesNothingHalf() throws IOException {
        byte[] before = Files.readAllBytes(stream);

        Problem problem = made("echo half >\"$4\"; sleep 60\n", SHORT).orElseThrow();

        assertEquals(
                "the recorded stream could not be imported: was stopped after 1.0 s",
                problem.what());
        assertTrue(problem.fix().contains("-i " + stream), problem.fix());
        assertEquals(List.of("import.log", "run.qdstrm"), left());
        assertEquals(before.length, Files.size(stream));
        assertEquals("rw-------", mode(stream));
    }

    @Test
    void aReportThatIsNotThereIsSaidAtOnce() throws IOException {
        Problem problem = made(TRIES + "exit 3\n", AMPLE).orElseThrow();

        assertEquals(
                "the recorded stream could not be imported: ended with exit code 3",
                problem.what());
        assertFalse(Files.exists(report()));
        assertEquals(2, Files.readAllLines(directory.resolve("tries")).size());
    }

    private Optional<Problem> made(String importer, Duration least) throws IOException {
        var environment = FakeTool.environment(tools, "importer", importer);
        Path program =
                Path.of(environment.getOrDefault("PATH", "").split(":", -1)[0]).resolve("importer");
        var exporter = new NsysExporter(new SystemProcesses(environment), least);
        return new StreamImport(exporter, new TraceReading(), said::add)
                .make(program, stream, directory.resolve("import.log"));
    }

    private Path report() {
        return directory.resolve("run.nsys-rep");
    }

    private List<String> left() throws IOException {
        try (var files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("tries"))
                    .sorted()
                    .toList();
        }
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
