package dev.llmprof.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventStreamTest {

    private static List<String> events(String text, int piece) {
        List<String> events = new ArrayList<>();
        var stream = new EventStream(data -> events.add(new String(data, StandardCharsets.UTF_8)));
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < bytes.length; at += piece) {
            stream.add(ByteBuffer.wrap(bytes, at, Math.min(piece, bytes.length - at)));
        }
        stream.end();
        return events;
    }

    @Test
    void theSameEventsComeWhereverTheBytesAreCut() {
        String text = ": hello\ndata: {\"é\":1}\n\ndata:two\r\n\r\nevent: x\ndata: a\ndata: b\n\n";
        for (int piece = 1; piece < 40; piece++) {
            assertEquals(List.of("{\"é\":1}", "two", "a\nb"), events(text, piece));
        }
    }

    @Test
    void anEventWithoutItsEmptyLineCountsAtTheEnd() {
        assertEquals(List.of("last"), events("data: last", 3));
    }

    @Test
    void linesMayEndByReturnsAlone() {
        assertEquals(List.of("one", "two"), events("data: one\r\rdata: two\r\r", 1));
    }

    @Test
    void anEventIsHeardBeforeTheNextByteComes() {
        List<String> events = new ArrayList<>();
        var stream = new EventStream(data -> events.add(new String(data, StandardCharsets.UTF_8)));
        stream.add(ByteBuffer.wrap("data: x\r\n\r".getBytes(StandardCharsets.UTF_8)));
        assertEquals(List.of("x"), events);
    }

    @Test
    void anEventWithoutEndIsRefused() {
        var stream = new EventStream(_ -> {});
        byte[] line = ("data: " + "x".repeat(1000) + "\n").getBytes(StandardCharsets.UTF_8);
        String said =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> {
                                    for (int lines = 0; lines < 20_000; lines++) {
                                        stream.add(ByteBuffer.wrap(line));
                                    }
                                })
                        .getMessage();
        assertEquals("an event of the stream has more than 16 MiB", said);
    }
}
