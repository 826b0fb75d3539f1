package dev.llmprof.trace.kineto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Damage costs what it hit and little beside it.
class KinetoDamageTest {
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

    @Test
    void aDurationThatNoClockShowsIsSaidAndDoesNotAddUp() throws IOException {
        StringBuilder json = new StringBuilder("{\"traceEvents\":[");
        for (int at = 0; at < 20; at++) {
            json.append(event("k", at, at == 0 ? "7" : "4e15")).append(',');
        }
        Trace trace = read(json.append(event("k", 30, "2")).append("]}").toString());
        assertEquals(9_000, sum(trace));
        assertEquals(
                "19 events would have lasted longer than 13 days; they count as events of length 0",
                trace.reading().remarks().getFirst());
    }

    @Test
    void bytesThatNoMachineMovesAreSaidAndDoNotAddUp() throws IOException {
        StringBuilder json = new StringBuilder("{\"traceEvents\":[");
        for (int at = 0; at < 20; at++) {
            json.append(copy(at, at == 0 ? "512" : "900000000000000000")).append(',');
        }
        Trace trace = read(json.append(copy(30, "-7")).append("]}").toString());
        long sum = 0;
        for (int row = 0; row < trace.gpu().size(); row++) {
            sum += trace.gpu().bytes().get(row);
        }
        assertEquals(512, sum);
        assertEquals(
                "20 copies, messages or allocations would have had below 0 or more than a"
                        + " petabyte; their bytes are not counted",
                trace.reading().remarks().getFirst());
    }

    @Test
    void timesFurtherApartThanANumberCanSayAreNoTimes() throws IOException {
        String first = "\"ts\":-4611686018427387.5";
        String last = "\"ts\":4611686018427387.5";
        Trace trace =
                read(
                        "{\"traceEvents\":["
                                + event("k", 1, "2").replace("\"ts\":1", first)
                                + ","
                                + event("k", 1, "2").replace("\"ts\":1", last)
                                + ","
                                + event("k", 1, "2")
                                + "]}");
        assertEquals(1, trace.gpu().size());
        assertEquals(
                "2 events have no time and were left out", trace.reading().remarks().getFirst());
    }

    private static String copy(long at, String bytes) {
        return event("Memcpy HtoD", at, "1")
                .replace("\"kernel\"", "\"gpu_memcpy\"")
                .replace("\"tid\":0}", "\"tid\":0,\"args\":{\"bytes\":" + bytes + "}}");
    }

    @Test
    void timesWithHugeExponentsAreNoTimes() throws IOException {
        String text =
                "{\"traceEvents\":["
                        + event("k", 1, "2")
                        + ","
                        + event("k", 2, "1e999999999")
                        + ","
                        + event("k", 3, "1e-999999999")
                        + ","
                        + event("k", 4, "2").replace("\"ts\":4", "\"ts\":1e2147483647")
                        + "]}";
        Trace trace = read(text);
        assertEquals(3, trace.gpu().size());
        assertEquals(2_000, sum(trace));
        assertEquals(1, trace.reading().broken());
    }

    @Test
    void namesThatAreNotUtf8AreKeptAsFarAsTheyCanBe() throws IOException {
        String text = "{\"traceEvents\":[" + event("caf\u00e9", 1, "2") + "]}";
        Trace trace =
                KinetoTraces.read(
                        "latin",
                        new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)),
                        _ -> {});
        assertEquals("caf\ufffd", trace.gpu().name().get(0));
    }

    @Test
    void namesBeyondTheLimitAreOneNameAndItIsSaid() throws IOException {
        StringBuilder json = new StringBuilder("{\"traceEvents\":[");
        for (int at = 0; at < 140_000; at++) {
            json.append(event("n" + at, at, "1")).append(',');
        }
        Trace trace = read(json.append(event("n7", 200_000, "1")).append("]}").toString());
        assertEquals("n7", trace.gpu().name().get(140_000));
        assertEquals("(other)", trace.gpu().name().get(139_999));
        String remark = trace.reading().remarks().getFirst();
        assertTrue(remark.startsWith("more than 131072 different names and shapes: "), remark);
    }

    private static String event(String name, long at, String duration) {
        return "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"%s\",\"ts\":%d,\"dur\":%s,\"pid\":0,\"tid\":0}"
                .formatted(name, at, duration);
    }

    private static Trace read(String text) throws IOException {
        return KinetoTraces.read(
                "t", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), _ -> {});
    }

    private static long sum(Trace trace) {
        long sum = 0;
        for (int row = 0; row < trace.gpu().size(); row++) {
            sum += trace.gpu().durationNanos().get(row);
        }
        return sum;
    }
}
