package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.app.PluginLists;
import dev.llmprof.console.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnalyzeCommandTest {
    private static final Path OWN = Path.of("src/test/resources/kineto-own");

    @TempDir Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void jsonIsAllThatStandsOnStandardOutput() throws IOException {
        assertEquals(0, run(OWN.resolve("edge/graph_launch.json").toString(), "--json"));
        JsonNode json = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
        assertEquals(12_000, json.at("/traces/0/busy_ns").asLong());
        assertEquals("layer pattern", json.at("/traces/0/graph_attribution/method").asText());
        assertEquals("", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void showsWhereTheTimeWent() {
        Path trace = OWN.resolve("torch-cpu/llama_generate_shapes.json.gz");
        assertEquals(0, run(trace.toString(), "--output", directory.toString(), "--top", "3"));
        String shown = out.toString(StandardCharsets.UTF_8);
        assertTrue(shown.contains("no GPU work; host 17.6 ms"), shown);
        assertTrue(
                shown.contains("prefill in all: host 2.78 ms, hottest operator aten::mm 11.1 %"),
                shown);
        assertTrue(shown.contains("aten::mm"), shown);
        assertTrue(Files.exists(directory.resolve("tables/operators.parquet")));
        assertTrue(Files.exists(directory.resolve("csv/operator_summary.csv")));
    }

    @Test
    void leavesNothingUnfinishedBehind() throws IOException {
        run(OWN.resolve("edge").toString(), "--output", directory.toString());
        try (var files = Files.list(directory)) {
            assertFalse(files.anyMatch(file -> file.getFileName().toString().startsWith(".")));
        }
    }

    @Test
    void answersSqlOverTheTables() {
        Path trace = OWN.resolve("edge/overlapping_streams.json");
        assertEquals(
                0,
                run(
                        trace.toString(),
                        "--sql",
                        "select stream, sum(duration_ns) ns from kernels group by 1 order by 1"));
        assertEquals(
                List.of("stream ns", "7 12000", "8 10000", "9 8000"),
                out.toString(StandardCharsets.UTF_8)
                        .lines()
                        .map(line -> line.replaceAll(" +", " "))
                        .toList());
    }

    @Test
    void sqlThatDoesNotRunIsAProblemAndNamesTheTables() {
        assertEquals(
                2,
                run(
                        OWN.resolve("edge/zero_duration.json").toString(),
                        "--sql",
                        "select * from kernel"));
        String shown = err.toString(StandardCharsets.UTF_8);
        assertTrue(shown.contains("the query does not run"), shown);
        assertTrue(shown.contains("kernels, level_summary"), shown);
    }

    @Test
    void sqlGetsAtNoOtherFileUnlessItMay() throws IOException {
        Path trace = OWN.resolve("edge/zero_duration.json");
        Path other = Files.writeString(directory.resolve("other.txt"), "of others");
        String reading = "select content from read_text('" + other + "')";
        String writing = "copy (select 1) to '" + directory.resolve("new.csv") + "'";

        assertEquals(2, run(trace.toString(), "--sql", reading));
        assertEquals(2, run(trace.toString(), "--sql", writing));
        assertEquals(2, run(trace.toString(), "--sql", "set enable_external_access = true"));
        assertFalse(Files.exists(directory.resolve("new.csv")));
        String shown = err.toString(StandardCharsets.UTF_8);
        assertTrue(shown.contains("--sql-allow-files"), shown);

        assertEquals(0, run(trace.toString(), "--sql", reading, "--sql-allow-files"));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("of others"));
    }

    @Test
    void aFolderIsOneAnalysis() throws IOException {
        assertEquals(0, run(OWN.resolve("edge").toString(), "--json"));
        JsonNode json = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
        assertEquals(11, json.path("traces").size());
    }

    @Test
    void waitingIsWhatARankSpendsInACollectiveBeyondTheQuickest() throws IOException {
        Files.writeString(directory.resolve("a.json"), rank(0, 10, 30));
        Files.writeString(directory.resolve("b.json"), rank(1, 25, 15));
        assertEquals(0, run(directory.toString(), "--json"));
        JsonNode ranks =
                new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8)).path("ranks");
        assertEquals("not named [0, 1]", ranks.at("/groups/0/group").asText());
        assertEquals(15_000, ranks.at("/groups/0/wait_ns").asLong());
        assertEquals(30_000, ranks.at("/groups/0/transfer_ns").asLong());
        assertEquals(15_000, ranks.at("/rows/0/wait_ns").asLong());
        assertEquals(0, ranks.at("/rows/1/wait_ns").asLong());
        assertEquals(35_000, ranks.at("/kernels/1/total_ns").asLong());
    }

    @Test
    void whatIsNoCaptureIsAProblemWithAFix() throws IOException {
        Path file = Files.writeString(directory.resolve("notes.txt"), "hello");
        assertEquals(2, run(file.toString(), directory.resolve("absent").toString()));
        String shown = err.toString(StandardCharsets.UTF_8);
        assertTrue(shown.contains("not a capture that llmprof knows"), shown);
        assertTrue(shown.contains("no such file"), shown);
        assertFalse(shown.contains("Exception"), shown);
    }

    @Test
    void aTraceThatIsNoneDoesNotStopTheOthers() throws IOException {
        Path bad = Files.writeString(directory.resolve("bad.json"), "{\"ph\": 1}");
        assertEquals(
                0,
                run(bad.toString(), OWN.resolve("edge/zero_duration.json").toString(), "--json"));
        JsonNode json = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
        assertEquals(1, json.path("traces").size());
        assertEquals("no trace events in it", json.at("/problems/0/what").asText());
    }

    @Test
    void aZipOfTracesIsOneForEachRank() throws IOException {
        Path zip = directory.resolve("ranks.zip");
        try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
            zipped(out, "README.txt", "two ranks".getBytes(StandardCharsets.UTF_8));
            zipped(out, "a/", new byte[0]);
            zipped(out, "a/rank0.json", rank(0, 90, 40).getBytes(StandardCharsets.UTF_8));
            var packed = new ByteArrayOutputStream();
            try (var gzip = new GZIPOutputStream(packed)) {
                gzip.write(rank(1, 50, 80).getBytes(StandardCharsets.UTF_8));
            }
            zipped(out, "a/rank1.json.gz", packed.toByteArray());
        }
        assertEquals(0, run(zip.toString(), "--json"));
        JsonNode json = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
        assertEquals(zip + "!a/rank0.json", json.at("/traces/0/source").asText());
        assertEquals(zip + "!a/rank1.json.gz", json.at("/traces/1/source").asText());
        assertEquals(2, json.at("/ranks/rows").size());
        assertEquals(1, json.at("/problems").size());
        assertEquals(zip + "!README.txt", json.at("/problems/0/at").asText());
    }

    private static void zipped(ZipOutputStream out, String name, byte[] content)
            throws IOException {
        out.putNextEntry(new ZipEntry(name));
        out.write(content);
        out.closeEntry();
    }

    @Test
    void ranksGetTablesOfTheirOwn() throws IOException {
        Files.writeString(directory.resolve("rank0.json"), rank(0, 90, 40));
        Files.writeString(directory.resolve("rank1.json"), rank(1, 50, 80));
        Path target = directory.resolve("out");
        assertEquals(0, run(directory.toString(), "--output", target.toString()));
        assertEquals(
                List.of("rank,trace,host,device,ker", "0,", "1,"),
                Files.readAllLines(target.resolve("csv/rank_summary.csv")).stream()
                        .map(line ->
                                line.startsWith("rank")
                                        ? line.substring(0, 26)
                                        : line.substring(0, 2))
                        .toList());
        assertTrue(Files.exists(target.resolve("tables/rank_groups.parquet")));
        assertTrue(Files.exists(target.resolve("tables/rank_kernels.parquet")));
        assertFalse(Files.exists(target.resolve("tables/graph_summary.parquet")));
    }

    @Test
    void tablesOfAnEarlierAnalysisDoNotStay() {
        Path target = directory.resolve("out");
        Path graph = OWN.resolve("edge/graph_launch.json");
        Path other = OWN.resolve("edge/zero_duration.json");
        assertEquals(0, run(graph.toString(), "--output", target.toString()));
        assertTrue(Files.exists(target.resolve("tables/graph_summary.parquet")));
        assertTrue(Files.exists(target.resolve("csv/graph_summary.csv")));
        assertEquals(0, run(other.toString(), "--output", target.toString()));
        assertFalse(Files.exists(target.resolve("tables/graph_summary.parquet")));
        assertFalse(Files.exists(target.resolve("csv/graph_summary.csv")));
        assertTrue(Files.exists(target.resolve("tables/kernels.parquet")));
    }

    @Test
    void replayedGraphsGetTablesOfTheirOwn() {
        Path trace = OWN.resolve("edge/graph_launch.json");
        assertEquals(
                0,
                run(
                        trace.toString(),
                        "--sql",
                        "select method, sum(gpu_sum_ns) ns, (select count(*) from graph_replays) n"
                                + " from graph_summary group by 1"));
        String answer = out.toString(StandardCharsets.UTF_8);
        assertTrue(answer.contains("layer pattern"), answer);
    }

    @Test
    void answersInJsonKeepTheirTypes() throws IOException {
        assertEquals(
                0,
                run(
                        OWN.resolve("edge/zero_duration.json").toString(),
                        "--json",
                        "--sql",
                        "select 42 n, 0.5::double f, true b, null a, 'x' t, 'nan'::double i"));
        JsonNode row =
                new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8)).at("/rows/0");
        assertEquals(
                "{\"n\":42,\"f\":0.5,\"b\":true,\"a\":null,\"t\":\"x\",\"i\":\"NaN\"}", row + "");
    }

    @Test
    void whereNothingCouldBeReadNothingIsWritten() throws IOException {
        Path bad = Files.writeString(directory.resolve("bad.json"), "{\"ph\": 1}");
        Path target = directory.resolve("out");
        assertEquals(2, run(bad.toString(), "--output", target.toString()));
        assertFalse(Files.exists(target));
        String said = err.toString(StandardCharsets.UTF_8);
        assertTrue(said.startsWith("error: no trace events in it\n"), said);
    }

    @Test
    void saysWhyAFileIsNoCapture() throws IOException {
        assertReason("", "the file is empty");
        assertReason("PK\u0003\u0004junk", "this is a zip that is damaged or holds no trace");
        assertReason("hello", "not a capture that llmprof knows");
        String table = "a table of nsys, but neither of kernels nor of single events";
        assertReason("Time (%),Total Time (ns),Num Calls,Avg (ns),Name\n1,2,3,4,x\n", table);
        assertReason("Name,Projected Start (ns),Projected Duration (ns),Orig Start (ns)\n", table);
    }

    private void assertReason(String content, String what) throws IOException {
        err.reset();
        Path file = Files.writeString(directory.resolve("file"), content);
        assertEquals(2, run(file.toString()));
        String said = err.toString(StandardCharsets.UTF_8);
        assertTrue(said.startsWith("error: " + what + "\n"), said);
    }

    @Test
    void progressSaysRateAndTimeLeft() {
        CaptureProgress progress = new CaptureProgress(console(), () -> 0, "t.json", 400_000_000);
        assertEquals(
                "reading t.json  100 MB of 400 MB  25 %  50 MB/s  6 s left",
                progress.line(100_000_000, 2_000_000_000));
    }

    private static String rank(int rank, int computing, int reducing) {
        return """
        {"distributedInfo": {"rank": %d, "world_size": 2, "backend": "nccl"}, "traceEvents": [
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":%d},
        {"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce","pid":0,"tid":8,"ts":100,"dur":%d}]}
        """
                .formatted(rank, computing, reducing);
    }

    private Console console() {
        return AnalyzeOutput.console(out, err);
    }

    private int run(String... words) {
        return AnalyzeOutput.run(console(), PluginLists.SHIPPED::study, words);
    }
}
