package dev.llmprof.trace.hidden;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.llmprof.host.NsysExporter;
import dev.llmprof.host.NsysImporter;
import dev.llmprof.host.ThisMachine;
import dev.llmprof.process.Command;
import dev.llmprof.process.Processes;
import dev.llmprof.process.Processes.Limits;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.stage.TraceReading;
import dev.llmprof.testing.RealTool;
import dev.llmprof.tool.Nsys;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real nsys around a program that has many secrets in its environment, one behind the other, as a
/// CI job has: in the packed stream nothing but a length stands between them.
class StreamSecretsIT {
    private static final String LETTERS = "abcdefghijXYZ0123456789/=-_";

    @TempDir private Path directory;

    @Test
    void secretsOfAnEnvironmentAreInNoReportAndTheImporterEnds() throws Exception {
        RealTool.nsys();
        Processes processes = new SystemProcesses(System.getenv());
        Path importer =
                NsysImporter.find(new ThisMachine(processes, System.getenv())).orElseThrow();
        Map<String, String> secrets = secrets();
        Path stream = recorded(secrets);
        Path clean = directory.resolve("clean.qdstrm");
        Path report = directory.resolve("clean.nsys-rep");
        Path log = directory.resolve("log");

        assertTrue(new TraceReading().hideInStream(stream, clean));
        var exporter = new NsysExporter(processes);
        assertEquals(Optional.empty(), exporter.importStream(importer, clean, report, log));
        Path sqlite = directory.resolve("clean.sqlite");
        assertEquals(Optional.empty(), exporter.export(report, sqlite, log));

        String exported = texts(sqlite);
        secrets.forEach((name, value) -> {
            assertTrue(!exported.contains(value), name);
            assertTrue(exported.contains(name + "=" + "*".repeat(value.length())), name);
        });
    }

    /// By SQLite itself: a long text lies on several pages.
    private static String texts(Path sqlite) throws SQLException {
        var texts = new StringBuilder();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + sqlite);
                var rows =
                        connection
                                .createStatement()
                                .executeQuery(
                                        "SELECT CAST(value AS BLOB) FROM StringIds UNION ALL"
                                                + " SELECT CAST(value AS BLOB) FROM"
                                                + " TARGET_INFO_SYSTEM_ENV")) {
            while (rows.next()) {
                texts.append(new String(rows.getBytes(1), StandardCharsets.UTF_8)).append('\n');
            }
        }
        return texts.toString();
    }

    private static Map<String, String> secrets() {
        var chance = new Random(16);
        Map<String, String> secrets = new TreeMap<>();
        for (int i = 0; i < 40; i++) {
            var value = new StringBuilder();
            for (int length = 20 + chance.nextInt(40); value.length() < length; ) {
                value.append(LETTERS.charAt(chance.nextInt(LETTERS.length())));
            }
            secrets.put("CI_JOB_TOKEN_" + i, value.toString());
        }
        return secrets;
    }

    /// On a busy machine nsys loses its own semaphore now and then, and records nothing.
    private Path recorded(Map<String, String> secrets) {
        Path stream = directory.resolve("run.qdstrm");
        var settings =
                new Nsys.Settings(
                        "nvtx,osrt",
                        "none",
                        "none",
                        Optional.empty(),
                        new Nsys.Capture.WholeRun(),
                        Optional.empty(),
                        new Nsys.Domains.All());
        for (int attempt = 0; attempt < 4 && !Files.exists(stream); attempt++) {
            new SystemProcesses(System.getenv())
                    .run(
                            Nsys.profile(
                                    settings,
                                    directory.resolve("run"),
                                    new Command(List.of("sleep", "1"), secrets, Optional.empty())),
                            directory.resolve("record.log"),
                            Limits.of(Duration.ofMinutes(2)));
            assumeFalse(
                    Files.exists(directory.resolve("run.nsys-rep")), "this nsys imports by itself");
        }
        return stream;
    }
}
