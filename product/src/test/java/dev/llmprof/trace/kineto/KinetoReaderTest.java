package dev.llmprof.trace.kineto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.llmprof.problem.Problem;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.Rank;
import dev.llmprof.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KinetoReaderTest {
    private static final String KERNEL =
            "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":7,\"ts\":1.5,\"dur\":2}";

    @ParameterizedTest(name = "{0}")
    @MethodSource("traces")
    void agreesWithJacksonOnEveryTrace(String name, Source source) throws IOException {
        assertAgreesWithJackson(name, source.json());
    }

    /// Read when its turn comes: the largest has 55 MB.
    interface Source {
        byte[] json() throws IOException;
    }

    static Stream<Arguments> traces() throws IOException {
        Stream<Arguments> made =
                Programs.all().entrySet().stream()
                        .map(program -> trace(program.getKey(), program.getValue()::json));
        Stream<Arguments> real =
                Stream.concat(
                                packed(Path.of("src/test/resources/kineto-own"), 4).stream(),
                                SharedData.ifHere("kineto").stream()
                                        .flatMap(data -> packed(data, 20).stream()))
                        .map(file -> trace(file.getFileName().toString(), () -> unpacked(file)));
        return Stream.concat(made, real);
    }

    private static Arguments trace(String name, Source source) {
        return Arguments.of(name, source);
    }

    private static List<Path> packed(Path folder, int count) {
        try (var files = Files.walk(folder)) {
            List<Path> traces = files.filter(file -> file.toString().endsWith(".json.gz")).toList();
            assertEquals(count, traces.size());
            return traces;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static byte[] unpacked(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return in.readAllBytes();
        }
    }

    @Test
    void keepsEveryWholeEventOfATraceCutAnywhere() {
        byte[] bytes = Programs.oddities().json();
        int[] ends = ends(new String(bytes, StandardCharsets.ISO_8859_1));
        for (int cut = ends[0]; cut < ends[ends.length - 1]; cut++) {
            byte[] part = Arrays.copyOf(bytes, cut);
            Trace trace = KinetoReader.read("cut", new ByteArrayInputStream(part));
            int at = cut;
            assertEquals(
                    Arrays.stream(ends).filter(end -> end <= at).count(),
                    trace.reading().events(),
                    "cut at byte " + cut);
        }
    }

    /// Where events end: at their own indentation, or at the end of their line.
    private static int[] ends(String text) {
        return Pattern.compile("^  (\\{.*)?\\}(?=,?$)", Pattern.MULTILINE)
                .matcher(text)
                .results()
                .mapToInt(MatchResult::end)
                .toArray();
    }

    @Test
    void agreesWithJacksonOnGeneratedTraces() throws IOException {
        for (long seed = 0; seed < 1_500; seed++) {
            String json = GeneratedTrace.json(seed);
            assertAgreesWithJackson("seed " + seed, json.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void theWindowMayEndAnywhereInAnEvent() {
        String json = GeneratedTrace.json(5);
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        Trace whole = KinetoReader.read("whole", new ByteArrayInputStream(bytes));
        Trace drop = KinetoReader.read("drops", new Drops(bytes));
        assertEquals(JacksonReference.host(whole.host()), JacksonReference.host(drop.host()));
        assertEquals(JacksonReference.gpu(whole.gpu()), JacksonReference.gpu(drop.gpu()));
    }

    @Test
    void roundsHalfUpOnTheExactDecimalText() {
        assertEquals(-10_000, nanos("-10.0005"));
        assertEquals(-10_001, nanos("-10.00051"));
        assertEquals(5_002, nanos("5.0015"));
        assertEquals(1_712_195_495_505_582_988L, nanos("1712195495505582.988"));
        assertEquals(1_500_000, nanos("1.5e3"));
        assertEquals(0, nanos("1e-9"));
    }

    @Test
    void keepsWhatIsWholeOfAFileThatBreaksOff() {
        String text = "{\"traceEvents\":[" + KERNEL + "," + KERNEL + ",{\"ph\":\"X\",\"cat\":\"ker";
        Trace trace = read(text);
        assertEquals(2, trace.gpu().size());
        assertEquals(1, trace.reading().broken());
        assertTrue(trace.reading().remarks().getFirst().startsWith("the text breaks off at byte"));
    }

    @Test
    void goesOnBehindAnEventThatIsBroken() {
        String broken = "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"has \"quotes\"\",\"ts\":1}";
        Trace trace =
                read(
                        "{\"traceEvents\":["
                                + KERNEL
                                + ","
                                + broken
                                + ","
                                + KERNEL
                                + ","
                                + KERNEL
                                + "]}");
        assertEquals(3, trace.gpu().size());
        assertEquals(3, trace.reading().events());
        assertEquals(1, trace.reading().broken());
        assertEquals(
                List.of("1 parts could not be read, 3 events could"), trace.reading().remarks());
    }

    @Test
    void letsControlCharactersAndBadUtf8Through() {
        byte[] bytes =
                ("[" + KERNEL.replace("\"k\"", "\"a\nb\u00ff\"") + "]")
                        .getBytes(StandardCharsets.ISO_8859_1);
        Trace trace = KinetoReader.read("bad", new ByteArrayInputStream(bytes));
        assertEquals("a\nb\ufffd", trace.gpu().name().get(0));
    }

    @Test
    void idsOverInt64StayEqualToThemselvesOnly() {
        String event = KERNEL.replace("}", ",\"args\":{\"correlation\":%s}}");
        Trace trace =
                read(
                        "["
                                + String.join(
                                        ",",
                                        event.formatted("18446744073709551615"),
                                        event.formatted("18446744073709551615"),
                                        event.formatted("18446744073709551614"),
                                        event.formatted("9223372036854775807"),
                                        event.formatted("-3"),
                                        event.formatted("1.5"))
                                + "]");
        LongIds ids = new LongIds(trace);
        assertEquals(ids.at(0), ids.at(1));
        assertTrue(
                ids.at(0) != ids.at(2) && ids.at(0) != GpuTable.NONE && ids.at(2) != GpuTable.NONE);
        assertEquals(Long.MAX_VALUE, ids.at(3));
        assertEquals(GpuTable.NONE, ids.at(4));
        assertEquals(GpuTable.NONE, ids.at(5));
    }

    @Test
    void countsEventsWithoutATimeAsUnreadable() {
        Trace trace =
                read(
                        "["
                                + KERNEL.replace("1.5", "\"soon\"")
                                + ","
                                + KERNEL.replace("\"ts\":1.5,", "")
                                + "]");
        assertEquals(0, trace.gpu().size());
        assertEquals(2, trace.reading().broken());
    }

    @Test
    void readsTheProfilerThatPyTorchHadBeforeKineto() {
        Trace trace =
                read(
                        "[{\"name\":\"aten::mm\",\"ph\":\"X\",\"ts\":3.5,\"dur\":2.25,\"tid\":1,\"pid\":\"CPU"
                                + " functions\",\"args\":{}},{\"name\":\"gemm\",\"ph\":\"X\",\"ts\":4,\"dur\":1,\"tid\":0,\"pid\":\"CUDA"
                                + " functions\",\"args\":{}}]");
        assertEquals("aten::mm", trace.host().name().get(0));
        assertEquals("gemm", trace.gpu().name().get(0));
    }

    @Test
    void readsOnnxRuntime() {
        Trace trace =
                read(
                        """
                        [
                        {"cat" : "Session","pid" :9,"tid" :9,"dur" :99,"ts" :1,"ph" : "X","name" :"model_run","args" : {}},
                        {"cat" : "Node","pid" :9,"tid" :9,"dur" :5,"ts" :2,"ph" : "X","name" :"MatMul_0_kernel_time","args" : {"op_name" : "MatMul"}}
                        ]
                        """);
        assertEquals(HostKind.RANGE, trace.host().kindOf(0));
        assertEquals(HostKind.OPERATOR, trace.host().kindOf(1));
    }

    @Test
    void aBareArrayNeedNotBeClosed() {
        Trace trace = read("[" + KERNEL + ",\n" + KERNEL);
        assertEquals(2, trace.gpu().size());
        assertEquals(List.of(), trace.reading().remarks());
    }

    @Test
    void readsDevicesRankAndFacts() {
        Trace trace =
                read(
                        "{\"deviceProperties\":[{\"id\":0,\"name\":\"H100\",\"totalGlobalMem\":85,\"numSms\":132}],"
                                + "\"distributedInfo\":{\"rank\":3,\"world_size\":8,\"backend\":\"nccl\"},"
                                + "\"traceEvents\":[],\"traceName\":\"a\\\"b\"}");
        assertEquals("H100", trace.devices().getFirst().name());
        assertEquals(new Rank(3, 8, "nccl", List.of()), trace.rank().orElseThrow());
        assertEquals(Map.of("traceName", "a\"b"), trace.facts());
    }

    @Test
    void readsGzipAndZip() throws IOException {
        byte[] json = ("{\"traceEvents\":[" + KERNEL + "]}").getBytes(StandardCharsets.UTF_8);
        var gzip = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(gzip)) {
            out.write(json);
        }
        var zip = new ByteArrayOutputStream();
        try (var out = new ZipOutputStream(zip)) {
            out.putNextEntry(new ZipEntry("folder/"));
            out.putNextEntry(new ZipEntry("folder/trace.json"));
            out.write(json);
        }
        assertEquals(1, files(gzip.toByteArray()).gpu().size());
        assertEquals(1, files(zip.toByteArray()).gpu().size());
        assertEquals("t!folder/trace.json", files(zip.toByteArray()).source());
    }

    @Test
    void keepsWhatIsWholeOfAGzipThatBreaksOff() throws IOException {
        var gzip = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(gzip)) {
            for (int at = 0; at < 5_000; at++) {
                out.write((at == 0 ? "[" : ",").getBytes(StandardCharsets.UTF_8));
                out.write(
                        KERNEL.replace("1.5", "" + at * 977 % 1000)
                                .getBytes(StandardCharsets.UTF_8));
            }
        }
        byte[] half = Arrays.copyOf(gzip.toByteArray(), gzip.size() / 2);
        Trace trace = files(half);
        assertTrue(trace.gpu().size() > 1_000, "kept " + trace.gpu().size());
        assertTrue(trace.reading().remarks().getFirst().startsWith("the file is damaged"));
    }

    @Test
    void saysWhenThereIsNoTraceInIt() {
        Problem.Found found =
                assertThrows(Problem.Found.class, () -> read("{\"model_type\": \"qwen3\"}"));
        assertEquals("no trace events in it", found.problems().getFirst().what());
    }

    private record LongIds(Trace trace) {
        long at(int row) {
            return trace.gpu().correlation().get(row);
        }
    }

    private static void assertAgreesWithJackson(String what, byte[] json) throws IOException {
        JsonNode events = JacksonReference.events(json);
        Trace trace = KinetoReader.read(what, new ByteArrayInputStream(json));
        assertEquals(events.size(), trace.reading().events(), what);
        assertEquals(List.of(), unexpected(trace.reading().remarks()), what);
        assertEquals(JacksonReference.gpu(events), JacksonReference.gpu(trace.gpu()), what);
        assertEquals(JacksonReference.host(events), JacksonReference.host(trace.host()), what);
    }

    /// One of the shared traces holds what CUPTI's range profiler wrote.
    private static List<String> unexpected(List<String> remarks) {
        return remarks.stream()
                .filter(remark -> !remark.contains("CUPTI's profiler"))
                .filter(remark -> !remark.contains("longer than 13 days"))
                .toList();
    }

    private static long nanos(String micros) {
        byte[] bytes = micros.getBytes(StandardCharsets.US_ASCII);
        return JsonNumbers.nanos(bytes, 0, bytes.length);
    }

    private static Trace read(String json) {
        return KinetoReader.read(
                "t", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
    }

    private static Trace files(byte[] bytes) throws IOException {
        return KinetoTraces.read("t", new ByteArrayInputStream(bytes), _ -> {});
    }

    /// Gives one byte at a time.
    private static final class Drops extends ByteArrayInputStream {
        Drops(byte[] bytes) {
            super(bytes);
        }

        @Override
        public synchronized int read(byte[] into, int from, int length) {
            return super.read(into, from, Math.min(1, length));
        }
    }
}
