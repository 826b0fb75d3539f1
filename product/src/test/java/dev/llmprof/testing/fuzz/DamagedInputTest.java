package dev.llmprof.testing.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.app.TypedWords;
import dev.llmprof.testing.nsight.NcuPages;
import dev.llmprof.testing.nsight.NcuRuns;
import dev.llmprof.testing.nsight.NsysExport;
import dev.llmprof.testing.nsight.NsysRuns;
import dev.llmprof.testing.nsight.NsysSchema;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Damage that once was a mistake of ours, as somebody types it.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DamagedInputTest {
    @TempDir Path folder;

    @Test
    void aClockOfZeroOrWithoutEndIsDrawnLikeAnyOther() throws IOException {
        String csv = NcuPages.rawBase(NcuRuns.inference());
        for (String clock : new String[] {"0", "1e400", "-1", "nan", "1e308"}) {
            String odd = csv.replaceAll("\"[0-9][0-9.,]*\"", '"' + clock + '"');
            Path file = Files.writeString(folder.resolve("k.csv"), odd);
            TypedWords answer = analysed(file);
            assertEquals(0, answer.exitCode(), answer.said());
        }
    }

    @Test
    void aPageWithManyPointersToOneRecordIsReadInTime() throws IOException, SQLException {
        Path file = folder.resolve("run.sqlite");
        NsysExport.write(NsysRuns.generated(7, 1), NsysSchema.V3_16, file);
        try (var database = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = database.createStatement()) {
            statement.execute("PRAGMA page_size=65536");
            statement.execute("VACUUM");
        }
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer all = ByteBuffer.wrap(bytes);
        for (int page = 65536; page + 65536 <= bytes.length; page += 65536) {
            if (all.get(page) == 13 && all.getShort(page + 3) > 0) {
                short first = all.getShort(page + 8);
                all.putShort(page + 3, (short) 20_000);
                for (int cell = 0; cell < 20_000; cell++) {
                    all.putShort(page + 8 + 2 * cell, first);
                }
            }
        }
        TypedWords answer = analysed(Files.write(file, bytes));
        assertTrue(answer.exitCode() == 0 || answer.exitCode() == 2, answer.said());
    }

    @Test
    void halfAnExportIsSaid() throws IOException {
        Path file = folder.resolve("run.sqlite");
        byte[] whole =
                FuzzSeeds.file(NsysExport.write(NsysRuns.generated(7, 40), NsysSchema.V3_16, file));
        TypedWords answer =
                analysed(Files.write(file, java.util.Arrays.copyOf(whole, whole.length / 2)));
        assertTrue(
                answer.said().contains("damaged") || answer.said().contains("cut"), answer.said());
    }

    @Test
    void aCutTableIsSaid() throws IOException {
        String csv = NcuPages.rawBase(NcuRuns.inference()).strip();
        String cut = csv.substring(0, csv.length() - 5);
        TypedWords answer = analysed(Files.writeString(folder.resolve("k.csv"), cut));
        assertTrue(answer.said().contains("the last line does not end"), answer.said());
    }

    @Test
    void garbageUnderTheNameOfAReportIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("k.ncu-rep"), "NVR\0garbage");
        TypedWords answer = analysed(file);
        assertEquals(2, answer.exitCode(), answer.said());
    }

    @Test
    void aTraceInAZipMayHaveANameThatNoFileCanHave() throws IOException {
        Path file = folder.resolve("t.zip");
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("r\0k.json"));
            zip.write(
                    """
                    {"traceEvents":[{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":1,"dur":2}]}
                    """
                            .getBytes(StandardCharsets.UTF_8));
        }
        TypedWords answer = analysed(file);
        assertEquals(0, answer.exitCode(), answer.said());
        assertTrue(answer.said().contains("gemm"), answer.said());
    }

    @Test
    void aReportThatIsAPipeIsRefusedAtOnce() throws Exception {
        for (String ending : List.of("nsys-rep", "qdstrm", "sqlite", "ncu-rep", "csv")) {
            Path pipe = folder.resolve("run." + ending);
            assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
            TypedWords answer = analysed(pipe);
            assertEquals(2, answer.exitCode(), answer.said());
            assertTrue(answer.said().contains("this is a pipe"), answer.said());
        }
    }

    @Test
    void aReportOfThirtyGigabytesOfNothingIsRefusedWithoutReadingIt() throws Exception {
        for (String name : List.of("run.sqlite", "run.ncu-rep", "run.csv", "run.json")) {
            Path file = folder.resolve(name);
            try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
                sparse.setLength(30L << 30);
            }
            TypedWords answer = analysed(file);
            assertEquals(2, answer.exitCode(), answer.said());
            Files.delete(file);
        }
    }

    @Test
    void aTraceIsReadThroughAPipe() throws Exception {
        Path pipe = folder.resolve("63");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        byte[] whole = FuzzSeeds.packed(FuzzSeeds.kineto().getFirst(), GZIPOutputStream::new);
        Thread writer = Thread.startVirtualThread(() -> written(pipe, whole));
        TypedWords answer = TypedWords.of("analyze", pipe.toString(), "--json");
        writer.join();
        assertEquals(0, answer.exitCode(), answer.said());
        assertEquals(eventsOf(FuzzSeeds.kineto().getFirst()), events(answer.said()));
    }

    /// The same from a file.
    private long eventsOf(byte[] trace) throws IOException {
        Path file = Files.write(folder.resolve("whole.json"), trace);
        return events(TypedWords.of("analyze", file.toString(), "--json").said());
    }

    private static long events(String json) throws IOException {
        long events = new ObjectMapper().readTree(json).at("/traces/0/events").asLong();
        assertTrue(events > 0, json);
        return events;
    }

    private static void written(Path pipe, byte[] bytes) {
        try {
            Files.write(pipe, bytes, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void noSumOfHugeNumbersWrapsAround() throws IOException {
        StringBuilder json = new StringBuilder("[");
        for (int at = 0; at < 20; at++) {
            json.append(huge(-440 - at)).append(',').append(huge(440 + at)).append(',');
        }
        json.append(huge(0).replace("1e12", "5").replace("900000000000000000", "5")).append(']');
        assertEquals(List.of(), wrapped(Files.writeString(folder.resolve("huge.json"), json)));
    }

    /// A copy and an operator that no machine can have done, so many times 10¹³ µs from the clock's
    /// beginning: some 140 years.
    private static String huge(int far) {
        String event =
                "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"x\",\"ts\":%se13,\"dur\":1e12,"
                        + "\"pid\":1,\"tid\":1,\"args\":{\"bytes\":900000000000000000,"
                        + "\"Input Dims\":[[999999999999,999999999999]],\"Input type\":[\"float\"],"
                        + "\"stream\":7,\"device\":0}}";
        return event.formatted("gpu_memcpy", far) + "," + event.formatted("cpu_op", far);
    }

    @Test
    void noSumOfHugeNumbersInAnExportWrapsAround() throws IOException, SQLException {
        Path file = folder.resolve("run.sqlite");
        NsysExport.write(NsysRuns.generated(7, 1), NsysSchema.V3_16, file);
        try (var database = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = database.createStatement()) {
            statement.execute("UPDATE CUPTI_ACTIVITY_KIND_MEMCPY SET bytes = 9000000000000000000");
            statement.execute(
                    "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET start = -9000000000000000000"
                            + " WHERE rowid % 3 = 0");
            statement.execute(
                    "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET \"end\" = 9000000000000000000"
                            + " WHERE rowid % 3 = 1");
        }
        TypedWords answer = TypedWords.of("analyze", file.toString(), "--json");
        assertEquals(List.of(), wrapped(file));
        for (String said : List.of("have no time", "longer than 13 days", "more than a petabyte")) {
            assertTrue(answer.said().contains(said), said);
        }
    }

    /// Nothing that `--json` has of a capture is far below nothing.
    private static List<String> wrapped(Path file) {
        TypedWords answer = TypedWords.of("analyze", file.toString(), "--json");
        assertEquals(0, answer.exitCode(), answer.said());
        return answer.said().lines().filter(line -> line.matches(".*: ?-\\d{12,}.*")).toList();
    }

    @Test
    void oneBadManifestDoesNotHideTheOtherRuns() throws IOException {
        Path good = Files.createDirectories(folder.resolve("runs/good"));
        Files.writeString(good.resolve("manifest.json"), RunTargets.MANIFEST);
        String[] odd = {
            "",
            "[]",
            "{\"llmprof\": NaN}",
            RunTargets.MANIFEST.replace("2026-11-15T14:22:42.5Z", "+1000000000-12-31T23:59:59Z"),
            RunTargets.MANIFEST.replace("\"failed\"", "\"splendid\""),
            RunTargets.MANIFEST.replace("results.json", "a\\u0000b"),
            RunTargets.MANIFEST.replace("static_analysis", "a\\u0000b"),
            RunTargets.MANIFEST.replace("torch_profiler", "../../elsewhere")
        };
        for (int at = 0; at < odd.length; at++) {
            Path bad = Files.createDirectories(folder.resolve("runs/bad" + at));
            Files.writeString(bad.resolve("manifest.json"), odd[at]);
        }
        Path latin = Files.createDirectories(folder.resolve("runs/latin"));
        Files.write(
                latin.resolve("manifest.json"),
                RunTargets.MANIFEST.replace("/run", "/é").getBytes(StandardCharsets.ISO_8859_1));
        TypedWords answer =
                TypedWords.of("runs", "list", "--root", folder.resolve("runs").toString());
        assertEquals(0, answer.exitCode(), answer.said());
        assertTrue(
                answer.said().lines().anyMatch(line -> line.matches(".*/good .* failed .*")),
                answer.said());
        assertEquals(9, answer.said().split("warning: ", -1).length - 1, answer.said());
        assertTrue(answer.said().contains("this is not UTF-8"), answer.said());
        assertTrue(answer.said().contains(latin.resolve("manifest.json") + ":3"), answer.said());
    }

    @Test
    void descriptionsInLatin1AreRefusedWithTheirLine() throws IOException {
        Path file =
                Files.write(
                        folder.resolve("k.yaml"),
                        "- raw_name: a\n  friendly_name: é\n"
                                .getBytes(StandardCharsets.ISO_8859_1));
        Path csv =
                Files.writeString(folder.resolve("k.csv"), NcuPages.rawBase(NcuRuns.inference()));
        TypedWords answer =
                TypedWords.of("analyze", csv.toString(), "--kernel-desc", file.toString());
        assertEquals(2, answer.exitCode(), answer.said());
        assertTrue(
                answer.said().contains("this is not UTF-8\n  at   " + file + ":2"), answer.said());
    }

    private TypedWords analysed(Path file) {
        return TypedWords.of(
                "analyze", file.toString(), "--output", folder.resolve("out").toString());
    }
}
