package dev.llmprof.analysis.drawing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.trace.Trace;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineViewsTest {

    @Test
    void fewEventsAreDrawnEachByItself() {
        TimelineView view = TimelineViews.of(kernels(100), 12_000);
        assertTrue(view.exact());
        assertEquals(100, view.items().size());
        assertEquals(new TimelineView.Item(0, 0, 0, 3000, 3000, 1), view.items().getFirst());
    }

    @Test
    void aHundredThousandKernelsAreThinnedOutAndNoneIsLost() {
        TimelineView view = TimelineViews.of(kernels(100_000), 12_000);
        assertTrue(view.items().size() <= 12_000, view.items().size() + " items");
        assertEquals(100_000, view.items().stream().mapToInt(TimelineView.Item::count).sum());
        assertEquals(
                300_000_000L, view.items().stream().mapToLong(TimelineView.Item::busyNanos).sum());
    }

    @Test
    void insideTheWindowNothingIsMerged() {
        TimelineView view = TimelineViews.of(kernels(100_000), 12_000);
        long alone =
                view.items().stream()
                        .filter(item -> item.startNanos() >= view.exactFromNanos())
                        .filter(item -> item.startNanos() <= view.exactToNanos())
                        .peek(item -> assertEquals(1, item.count()))
                        .count();
        assertTrue(alone > 1000, alone + " events");
    }

    @Test
    void theNameWithTheMostTimeComesFirst() {
        assertEquals("even", TimelineViews.of(kernels(101), 12_000).names().getFirst());
    }

    @Test
    void operatorsLieInEachOther() {
        String event =
                "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"%s\",\"pid\":1,\"tid\":1,\"ts\":%d,\"dur\":%d}";
        String json =
                "{\"traceEvents\":["
                        + String.join(
                                ",",
                                event.formatted("aten::linear", 10, 90),
                                event.formatted("aten::addmm", 20, 30),
                                event.formatted("aten::mm", 25, 10),
                                event.formatted("aten::add", 60, 30))
                        + "]}";
        TimelineView view =
                TimelineViews.of(
                        KinetoReader.read(
                                "made",
                                new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8))),
                        100);
        assertEquals(
                List.of(0, 1, 2), view.lines().stream().map(TimelineView.Line::level).toList());
        assertEquals(
                List.of("0 aten::linear", "1 aten::addmm", "1 aten::add", "2 aten::mm"),
                view.items().stream()
                        .map(item -> item.line() + " " + view.names().get(item.name()))
                        .toList());
    }

    /// One of 3 µs every 5 µs, on one stream.
    private static Trace kernels(int count) {
        var json = new StringBuilder("{\"traceEvents\":[");
        for (int i = 0; i < count; i++) {
            json.append(i == 0 ? "" : ",");
            json.append("{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"");
            json.append(i % 2 == 0 ? "even" : "odd").append("\",\"pid\":0,\"tid\":7,\"ts\":");
            json.append(1000L + 5L * i).append(",\"dur\":3,\"args\":{\"device\":0,\"stream\":7}}");
        }
        byte[] bytes = json.append("]}").toString().getBytes(StandardCharsets.UTF_8);
        return KinetoReader.read("made", new ByteArrayInputStream(bytes));
    }
}
