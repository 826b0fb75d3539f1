package dev.llmprof.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.analysis.sweep.SweepResults;
import dev.llmprof.analysis.sweep.SweptKey;
import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.problem.Problem;
import dev.llmprof.report.format.Terminal;
import dev.llmprof.report.sweep.SweepPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepStudyTest {
    @TempDir private Path folder;

    /// Values as text would stand 1, 16, 2; equal words of all jobs are no key.
    @Test
    void keysAreThoseThatDifferInTheOrderOfTheirNumbers() throws IOException {
        SweepResults results = load().results();
        assertEquals(
                List.of(new SweptKey("load.concurrency", List.of("1", "2", "4", "8", "16"))),
                results.keys());
    }

    @Test
    void theTableHasAllMetricsOfAllJobs() throws IOException {
        load().results();
        List<String> lines = Files.readAllLines(folder.resolve("sweep.csv"));
        assertEquals(
                "job,outcome,load.concurrency,requests.count,requests.errors,"
                        + "requests.output_tokens_per_second,requests.requests_per_second,"
                        + "requests.tpot_ns.mean,requests.tpot_ns.p50,requests.tpot_ns.p99,"
                        + "requests.ttft_ns.mean,requests.ttft_ns.p50,requests.ttft_ns.p99",
                lines.getFirst());
        assertEquals(
                "2,done,2,64,0,198,1.546875,10100000,10100000,20200000,20000000,20000000,60000000",
                lines.get(3));
        assertEquals(6, lines.size());
    }

    @Test
    void programsReadWhichJobIsBest() throws IOException {
        load().results();
        JsonNode json = new JsonMapper().readTree(folder.resolve("sweep_results.json").toFile());
        assertEquals("llmprof.sweep/1", json.path("schema").asText());
        assertEquals("1", json.path("best").path("requests.output_tokens_per_second").asText());
        assertEquals("0", json.path("best").path("requests.ttft_ns.p50").asText());
        assertEquals(5, json.path("jobs").size());
    }

    /// Two hosts: neither is the sweep's.
    @Test
    void theHeadHasTheCommandAndWhatAllJobsHaveInCommon() throws IOException {
        var sweep = new SweptDirectory(folder);
        sweep.job("batch=1", Verdict.DONE, SweptDirectory.timings(100, 50));
        sweep.job("batch=2", Verdict.DONE, SweptDirectory.timings(150, 60)).recorded();
        for (String job : List.of("0", "1")) {
            Files.writeString(
                    folder.resolve(job).resolve("env.json"),
                    "{\"host\": {\"name\": \"box%s\"}, \"torch\": \"2.6.0\"}".formatted(job));
        }
        SweepStudy.write(folder, List.of());
        List<String> lines = Files.readAllLines(folder.resolve("sweep.md"));
        assertEquals(
                List.of(
                        "- command: llmprof run -m batch=1,2",
                        "- device: CPU (no GPU was found)",
                        "- versions: llmprof test, torch 2.6.0",
                        "- date: 1970-01-01 00:00 UTC"),
                lines.stream().skip(4).limit(4).toList());
        assertTrue(
                Files.readString(folder.resolve("sweep.html"))
                        .contains("<dd>llmprof run -m batch=1,2</dd>"));
    }

    @Test
    void thePageHasTheCurveItsKneeAndTheBest() throws IOException {
        load().results();
        String page = Files.readString(folder.resolve("sweep.md"));
        assertTrue(page.contains("Latency and throughput: TTFT"), page);
        assertTrue(
                page.contains("Knee, the most throughput for its latency: load.concurrency=4."),
                page);
        assertTrue(page.contains("More is better. Best: load.concurrency=16."), page);
        String html = Files.readString(folder.resolve("sweep.html"));
        assertTrue(html.contains("data-kind=\"lines\""), "lines over one key");
    }

    @Test
    void twoKeysMakeAHeatMap() throws IOException {
        grid().results();
        String html = Files.readString(folder.resolve("sweep.html"));
        assertTrue(html.contains("data-kind=\"heat\""), "a heat map");
        assertTrue(html.contains("\"marks\":[[1,1,900.0,\"best\"]]"), html);
    }

    @Test
    void aJobThatFailedOrNeverStartedIsNamed() throws IOException {
        var directory =
                new SweptDirectory(folder)
                        .job("a=1", Verdict.DONE, SweptDirectory.timings(500, 40))
                        .job("a=2", Verdict.FAILED, "")
                        .unstarted("a=4")
                        .recorded();
        SweepResults results = SweepStudy.write(directory.path(), List.of());
        String screen = Terminal.text(SweepPage.brief(results), 80);
        assertTrue(screen.contains("1 (a=2): failed, no metrics.json"), screen);
        assertTrue(screen.contains("2 (a=4): did not start"), screen);
        assertTrue(screen.contains("* best\n"), "no knee is marked, so none is explained");
        assertEquals(List.of("1", "2"), results.failed().stream().map(job -> job.name()).toList());
    }

    @Test
    void aBrokenMetricsFileCostsItsOwnRow() throws IOException {
        new SweptDirectory(folder)
                .job("a=1", Verdict.DONE, SweptDirectory.timings(500, 40))
                .job("a=2", Verdict.DONE, "{\"timings\": {")
                .recorded();
        SweepResults results = SweepStudy.write(folder, List.of());
        assertEquals(List.of("1"), results.failed().stream().map(job -> job.name()).toList());
        assertTrue(
                results.failed().getFirst().outcome().contains("not JSON"),
                results.failed().getFirst().outcome());
    }

    @Test
    void withoutARecordTheManifestsSayWhatWasSwept() throws IOException {
        new SweptDirectory(folder)
                .job("a=1 hydra.job.num=0", Verdict.DONE, SweptDirectory.timings(500, 40))
                .job("a=2 hydra.job.num=1", Verdict.DONE, SweptDirectory.timings(900, 44));
        assertEquals(false, SweepFolder.isOne(folder), "runs in one directory are no sweep");
        Files.writeString(folder.resolve("multirun.yaml"), "hydra: {}");
        assertTrue(SweepFolder.isOne(folder));
        assertEquals(List.of("a"), SweepStudy.write(folder, List.of()).keyNames());
    }

    @Test
    void theTableFitsEightyColumns() throws IOException {
        String screen = Terminal.text(SweepPage.brief(load().results()), 80);
        screen.lines().forEach(line -> assertTrue(line.length() <= 80, line));
        assertTrue(screen.contains("430 tokens/s *"), screen);
        assertTrue(screen.contains(" o  "), screen);
        assertTrue(screen.contains("* best   o knee: "), screen);
    }

    @Test
    void anyMetricCanBeDrawnAndOneThatIsNotThereIsToldWithThoseThatAre() throws IOException {
        grid();
        SweepResults results = SweepStudy.write(folder, List.of("decode.mbu"));
        assertEquals(
                List.of("decode.mbu"),
                results.shown().stream().map(metric -> metric.name()).toList());
        Problem.Found found =
                assertThrows(
                        Problem.Found.class,
                        () -> SweepStudy.write(folder, List.of("decode.speed")));
        assertTrue(
                found.problems().getFirst().fix().contains("timings.tokens_per_second"),
                found.problems().getFirst().fix());
    }

    @Test
    void aDirectoryWithoutJobsIsNoSweep() {
        assertEquals(false, SweepFolder.isOne(folder));
        assertThrows(Problem.Found.class, () -> SweepStudy.write(folder, List.of()));
    }

    /// What a sweep left, to be written.
    private record Left(Path folder) {
        SweepResults results() {
            return SweepStudy.write(folder, List.of());
        }
    }

    private Left load() throws IOException {
        new SweptDirectory(folder)
                .job(
                        "model=x load.concurrency=1",
                        Verdict.DONE,
                        SweptDirectory.requests(100, 18, 10))
                .job(
                        "model=x load.concurrency=16",
                        Verdict.DONE,
                        SweptDirectory.requests(430, 90, 36))
                .job(
                        "model=x load.concurrency=2",
                        Verdict.DONE,
                        SweptDirectory.requests(198, 20, 10.1))
                .job(
                        "model=x load.concurrency=4",
                        Verdict.DONE,
                        SweptDirectory.requests(390, 24, 10.3))
                .job(
                        "model=x load.concurrency=8",
                        Verdict.DEGRADED,
                        SweptDirectory.requests(400, 44, 20))
                .recorded();
        return new Left(folder);
    }

    private Left grid() throws IOException {
        new SweptDirectory(folder)
                .job("a=1 b=x", Verdict.DONE, SweptDirectory.timings(500, 40))
                .job("a=1 b=y", Verdict.DONE, SweptDirectory.timings(600, 41))
                .job("a=2 b=x", Verdict.DONE, SweptDirectory.timings(700, 42))
                .job("a=2 b=y", Verdict.DONE, SweptDirectory.timings(900, 44))
                .recorded();
        return new Left(folder);
    }
}
