package dev.llmprof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.console.Console;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.pipeline.RunLock;
import dev.llmprof.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RunsCommandTest {
    @TempDir private Path root;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @BeforeEach
    void threeRunsAndSomethingElse() throws IOException {
        for (int day = 1; day <= 3; day++) {
            Path run = root.resolve("run" + day);
            Files.createDirectories(run.resolve("nsys"));
            ManifestFile.write(manifest(day), run);
        }
        Files.createDirectory(root.resolve("mine"));
    }

    @Test
    void listsTheNewestFirst() {
        run("list", "--root", root.toString());

        assertEquals(
                List.of(
                        "started      status  result  command",
                        "/run3  11-03 00:00  done    –       run",
                        "/run2  11-02 00:00  done    –       run",
                        "/run1  11-01 00:00  done    –       run"),
                out.toString(StandardCharsets.UTF_8)
                        .replaceFirst("run +", "")
                        .replace(root.toString(), "")
                        .lines()
                        .toList());
    }

    @Test
    void aRunHasItsMetricAndItsCommand() throws IOException {
        Files.writeString(
                root.resolve("run3/metrics.json"),
                """
                {"timings": {"time_to_first_token_ns": 1.0e8, "time_per_output_token_ns": 2420593}}
                """);
        Files.writeString(
                root.resolve("run2/metrics.json"),
                """
                {"captures": [{"host_span_ns": 415075661}]}
                """);
        ManifestFile.write(manifest(1, "run", "--", "python", "infer.py"), root.resolve("run1"));

        run("list", "--root", root.toString());

        assertEquals(
                List.of(
                        "TPOT 2.42 ms      run",
                        "host time 415 ms  run",
                        "–                 run -- python infer.py"),
                out.toString(StandardCharsets.UTF_8)
                        .lines()
                        .skip(1)
                        .map(line -> line.substring(line.indexOf("done") + 8))
                        .toList());
    }

    @Test
    void whatFailedStandsInPlaceOfAResultAndARunThatNobodyWorksOnWasKilled() {
        ManifestFile.write(
                manifest(3)
                        .with(
                                new Manifest.StageEntry(
                                        "nsys",
                                        Verdict.FAILED,
                                        Optional.empty(),
                                        List.of(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        List.of(),
                                        List.of()))
                        .ended(Instant.parse("2026-11-03T00:00:05Z"), Verdict.FAILED),
                root.resolve("run3"));
        ManifestFile.write(running(2), root.resolve("run2"));
        ManifestFile.write(running(1), root.resolve("run1"));

        try (RunLock _ = RunLock.take(root.resolve("run1"))) {
            run("list", "--root", root.toString());
        }

        assertEquals(
                List.of(
                        "11-03 00:00  failed   in nsys  run",
                        "11-02 00:00  killed   –        run",
                        "11-01 00:00  running  –        run"),
                out.toString(StandardCharsets.UTF_8)
                        .lines()
                        .skip(1)
                        .map(line -> line.substring(root.toString().length() + 7))
                        .toList());
    }

    @Test
    void metricsThatCannotBeReadCostTheirOwnCellAndAreSaid() throws IOException {
        Files.writeString(root.resolve("run2/metrics.json"), "{");

        run("list", "--root", root.toString());

        String all = out.toString(StandardCharsets.UTF_8);
        assertTrue(all.contains("run2/metrics.json"), all);
        assertTrue(all.contains("/run1  11-01 00:00  done    –       run\n"), all);
    }

    @Test
    void programsGetTheSameAsJson() throws IOException {
        Files.writeString(
                root.resolve("run3/metrics.json"),
                """
                {"timings": {"time_per_output_token_ns": 2420593}}
                """);

        run("list", "--root", root.toString(), "--json");

        JsonNode json = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
        assertEquals("llmprof.runs/1", json.path("schema").asText());
        assertEquals(3, json.path("runs").size());
        assertEquals(
                """
                {"directory":"%s/run3","started":"2026-11-03T00:00:00Z","seconds":null,\
                "status":"done","trouble":null,"command":["run"],\
                "metrics":{"timings.time_per_output_token_ns":2420593.0}}\
                """
                        .formatted(root),
                json.path("runs").path(0).toString());
    }

    @Test
    void theJobsOfASweepAreListedToo() throws IOException {
        Path job = Files.createDirectories(root.resolve("today-sweep/0"));
        ManifestFile.write(manifest(4), job);

        run("list", "--root", root.toString());

        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(5, lines.size());
        assertTrue(lines.get(1).contains("today-sweep/0"), lines::toString);
    }

    @Test
    void keepsTheNewestAndNeverTouchesWhatIsNoRun() {
        run("clean", "--root", root.toString(), "--keep", "1", "--dry-run");
        assertTrue(Files.exists(root.resolve("run1")));

        run("clean", "--root", root.toString(), "--keep", "1");

        assertTrue(Files.exists(root.resolve("run3")));
        assertFalse(Files.exists(root.resolve("run1")));
        assertFalse(Files.exists(root.resolve("run2")));
        assertTrue(Files.exists(root.resolve("mine")));
    }

    @Test
    void aRunThatIsAtWorkStays() {
        try (RunLock _ = RunLock.take(root.resolve("run1"))) {
            run("clean", "--root", root.toString(), "--keep", "1");
        }

        assertTrue(Files.exists(root.resolve("run1")));
        assertFalse(Files.exists(root.resolve("run2")));
        assertTrue(
                out.toString(StandardCharsets.UTF_8).contains("run1 is still running and stays"));
        run("clean", "--root", root.toString(), "--keep", "1");
        assertFalse(Files.exists(root.resolve("run1")));
    }

    @Test
    void aRunThatWasKilledBeforeItsFirstManifestIsNamedAndCleaned() throws IOException {
        Path killed = Files.createDirectory(root.resolve("killed"));
        Files.createFile(killed.resolve(".lock"));

        run("list", "--root", root.toString());
        run("clean", "--root", root.toString(), "--keep", "3");

        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(killed + "  –            empty   no files", lines.get(4));
        assertEquals("removed " + killed, lines.get(5));
        assertFalse(Files.exists(killed));
        assertTrue(Files.exists(root.resolve("mine")));
    }

    @Test
    void whatALinkLeadsToStays(@TempDir Path elsewhere) throws IOException {
        ManifestFile.write(manifest(1), Files.createDirectory(elsewhere.resolve("0")));
        Files.createSymbolicLink(root.resolve("sweep"), elsewhere);
        Files.createSymbolicLink(root.resolve("single"), elsewhere.resolve("0"));

        run("clean", "--root", root.toString(), "--keep", "0");

        assertTrue(Files.exists(elsewhere.resolve("0/manifest.json")));
        assertTrue(Files.isSymbolicLink(root.resolve("sweep")));
        assertTrue(Files.isSymbolicLink(root.resolve("single")));
    }

    @Test
    void saysThatThereAreNoRuns() {
        run("list", "--root", root.resolve("mine").toString());

        assertEquals(
                "no runs below " + root.resolve("mine") + "\n",
                out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void showsStagesProblemsAndArtifacts() {
        ManifestFile.write(
                manifest(3)
                        .with(
                                new Manifest.StageEntry(
                                        "nsys",
                                        Verdict.DEGRADED,
                                        Optional.empty(),
                                        List.of(
                                                new Problem(
                                                        "half of it", "nsys/tool.log", "again")),
                                        Optional.empty(),
                                        Optional.empty(),
                                        List.of(),
                                        List.of(
                                                new Manifest.ArtifactEntry(
                                                        "nsys/run.nsys-rep",
                                                        "nsys.report",
                                                        1234,
                                                        "")))),
                root.resolve("run3"));

        run("show", root.resolve("run3").toString());

        assertEquals(
                """
                %s  done
                  llmprof run
                  nsys              degraded
                    half of it
                      at   nsys/tool.log
                      fix  again
                    nsys.report                    1234  nsys/run.nsys-rep
                """
                        .formatted(root.resolve("run3")),
                out.toString(StandardCharsets.UTF_8));
    }

    private void run(String... words) {
        var console =
                Console.of(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        Map.of(),
                        Console.Volume.NORMAL);
        assertEquals(0, new CommandLine(new RunsCommand(console, ZoneOffset.UTC)).execute(words));
    }

    private static Manifest running(int day) {
        Manifest done = manifest(day);
        return new Manifest(
                done.llmprof(),
                done.started(),
                Optional.empty(),
                done.command(),
                done.directory(),
                Verdict.RUNNING,
                done.stages());
    }

    private static Manifest manifest(int day) {
        return manifest(day, "run");
    }

    private static Manifest manifest(int day, String... command) {
        return new Manifest(
                "0.1.0",
                Instant.parse("2026-11-0" + day + "T00:00:00Z"),
                Optional.empty(),
                List.of(command),
                "/runs/" + day,
                Verdict.DONE,
                List.of(
                        new Manifest.StageEntry(
                                "nsys",
                                Verdict.SKIPPED,
                                Optional.of("off"),
                                List.of(),
                                Optional.empty(),
                                Optional.empty(),
                                List.of(),
                                List.of())));
    }
}
