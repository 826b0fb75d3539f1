package dev.llmprof.trace.kineto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.problem.Problem;
import dev.llmprof.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/// A thousand seeded corruptions: every one ends in a trace or in a problem, and never in anything
/// else.
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class KinetoFuzzTest {
    private static final Path TRACE =
            Path.of("src/test/resources/kineto-own/torch-cpu/llama_generate_noshapes.json.gz");
    private static final int SIZE = 40_000;

    @Test
    void corruptedTextGivesATraceOrAProblem() throws IOException {
        byte[] text = beginning();
        int kept = 0;
        for (int seed = 0; seed < 1_000; seed++) {
            kept += readable(corrupted(text, seed)) ? 1 : 0;
        }
        assertTrue(kept > 900, "only " + kept + " gave a trace");
    }

    @Test
    void corruptedGzipGivesATraceOrAProblem() throws IOException {
        var gzip = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(gzip)) {
            out.write(beginning());
        }
        byte[] packed = gzip.toByteArray();
        int kept = 0;
        for (int seed = 0; seed < 1_000; seed++) {
            kept += readable(corrupted(packed, seed)) ? 1 : 0;
        }
        assertTrue(kept > 100, "only " + kept + " gave a trace");
    }

    @Test
    void aCorruptedZipGivesTracesOrAProblem() throws IOException {
        var zip = new ByteArrayOutputStream();
        try (var out = new ZipOutputStream(zip)) {
            for (String name : List.of("rank0.json", "rank1.json")) {
                out.putNextEntry(new ZipEntry(name));
                out.write(beginning());
                out.closeEntry();
            }
        }
        byte[] packed = zip.toByteArray();
        int kept = 0;
        for (int seed = 0; seed < 1_000; seed++) {
            kept += readable(corrupted(packed, seed)) ? 1 : 0;
        }
        assertTrue(kept > 100, "only " + kept + " gave a trace");
    }

    @Test
    void oneFlippedByteLosesNoMoreThanAFewEvents() throws IOException {
        StringBuilder json = new StringBuilder("{\"traceEvents\":[");
        for (int at = 0; at < 200; at++) {
            json.append(at == 0 ? "" : ",")
                    .append("{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"ts\":")
                    .append(at)
                    .append(",\"dur\":1,\"pid\":0,\"tid\":0,\"args\":{\"grid\":[1,2,3]}}");
        }
        byte[] text = json.append("]}").toString().getBytes(StandardCharsets.UTF_8);
        for (int at = 20; at < text.length - 2; at++) {
            byte[] flipped = text.clone();
            flipped[at] ^= 0x04;
            Trace trace = KinetoTraces.read("flip", new ByteArrayInputStream(flipped), _ -> {});
            assertTrue(trace.reading().events() >= 196, "at " + at + " " + trace.reading());
        }
        assertEquals(
                200, KinetoTraces.read("ok", new ByteArrayInputStream(text), _ -> {}).gpu().size());
    }

    private static byte[] beginning() throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(TRACE))) {
            return in.readNBytes(SIZE);
        }
    }

    private static boolean readable(byte[] bytes) throws IOException {
        try {
            Trace trace = KinetoTraces.read("fuzz", new ByteArrayInputStream(bytes), _ -> {});
            assertEquals(
                    "fuzz", Capture.of(NestedTrace.of(trace)).origin().source().substring(0, 4));
            return true;
        } catch (Problem.Found problem) {
            return false;
        }
    }

    private static byte[] corrupted(byte[] text, int seed) {
        Random random = new Random(seed);
        byte[] bytes = text.clone();
        int at = 20 + random.nextInt(bytes.length - 20);
        switch (seed % 5) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes = Arrays.copyOf(bytes, at);
            case 2 ->
                    Arrays.fill(
                            bytes,
                            at,
                            Math.min(bytes.length, at + random.nextInt(300)),
                            (byte) random.nextInt());
            case 3 ->
                    System.arraycopy(
                            bytes,
                            random.nextInt(at),
                            bytes,
                            at,
                            Math.min(bytes.length - at, random.nextInt(500)));
            default -> {
                for (int hits = 0; hits < 50; hits++) {
                    bytes[random.nextInt(bytes.length - 20) + 20] =
                            (byte) "{}[],:\"\\0".charAt(random.nextInt(9));
                }
            }
        }
        return bytes;
    }
}
