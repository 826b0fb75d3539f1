package dev.llmprof.study.perfetto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/// A trace as Chrome's format is documented, read without any of the product's readers: names of
/// processes and threads, slices, counters, arrows. It refuses what Perfetto would drop.
final class ReadTrace {
    private final JsonNode root;
    private final Map<Long, String> processes = new HashMap<>();
    private final Map<Long, String> threads = new HashMap<>();
    private final List<Slice> slices = new ArrayList<>();
    private final List<Counter> counters = new ArrayList<>();
    private final Map<Long, Long> arrowsFrom = new HashMap<>();
    private final Map<Long, Long> arrowsTo = new HashMap<>();

    record Slice(
            String process,
            String thread,
            long tid,
            String name,
            String category,
            long startNanos,
            long nanos,
            JsonNode arguments) {
        long endNanos() {
            return startNanos + nanos;
        }
    }

    record Counter(String process, String name, long nanos, JsonNode values) {}

    private ReadTrace(JsonNode root) {
        this.root = root;
    }

    static ReadTrace of(Path file) throws IOException {
        try (InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
                InputStream text =
                        file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes) {
            var read =
                    new ReadTrace(
                            JsonMapper.builder()
                                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                                    .build()
                                    .readTree(text));
            read.names();
            read.events();
            read.checkNesting();
            read.checkArrows();
            return read;
        }
    }

    private void names() {
        Set<Long> sorted = new HashSet<>();
        for (JsonNode event : root.path("traceEvents")) {
            if (event.path("ph").asText().equals("M")) {
                switch (event.path("name").asText()) {
                    case "process_name" ->
                            processes.put(
                                    event.path("pid").asLong(), event.at("/args/name").asText());
                    case "thread_name" ->
                            threads.put(
                                    event.path("tid").asLong(), event.at("/args/name").asText());
                    case "process_sort_index" -> sorted.add(event.path("pid").asLong());
                    case "thread_sort_index" ->
                            assertTrue(event.at("/args/sort_index").isIntegralNumber());
                    default -> throw new AssertionError("no metadata of Chrome's: " + event);
                }
            }
        }
        assertEquals(processes.keySet(), sorted);
    }

    private void events() {
        for (JsonNode event : root.path("traceEvents")) {
            String process = processes.getOrDefault(event.path("pid").asLong(), "");
            assertTrue(!process.isEmpty(), event.toString());
            switch (event.path("ph").asText()) {
                case "M" -> {}
                case "X" -> slices.add(slice(event, process));
                case "C" ->
                        counters.add(
                                new Counter(
                                        process,
                                        event.path("name").asText(),
                                        nanos(event.path("ts")),
                                        event.path("args")));
                case "s" -> arrowsFrom.put(event.path("id").asLong(), nanos(event.path("ts")));
                case "f" -> arrowsTo.put(event.path("id").asLong(), nanos(event.path("ts")));
                default -> throw new AssertionError("no event that we write: " + event);
            }
        }
    }

    private Slice slice(JsonNode event, String process) {
        long tid = event.path("tid").asLong();
        String thread = threads.getOrDefault(tid, "");
        assertTrue(!thread.isEmpty(), event.toString());
        return new Slice(
                process,
                thread,
                tid,
                event.path("name").asText(),
                event.path("cat").asText(),
                nanos(event.path("ts")),
                nanos(event.path("dur")),
                event.path("args"));
    }

    private static long nanos(JsonNode micros) {
        assertTrue(micros.isNumber(), micros.toString());
        return micros.decimalValue().multiply(BigDecimal.valueOf(1000)).longValueExact();
    }

    private void checkNesting() {
        Map<Long, Deque<Slice>> open = new HashMap<>();
        slices.stream()
                .sorted(
                        Comparator.comparingLong(Slice::startNanos)
                                .thenComparingLong(slice -> -slice.nanos()))
                .forEach(slice -> {
                    assertTrue(slice.startNanos() >= 0 && slice.nanos() >= 0, slice.toString());
                    var stack = open.computeIfAbsent(slice.tid(), _ -> new ArrayDeque<>());
                    while (!stack.isEmpty() && stack.peek().endNanos() <= slice.startNanos()) {
                        stack.pop();
                    }
                    assertTrue(
                            stack.isEmpty() || slice.endNanos() <= stack.peek().endNanos(),
                            () -> slice + " overlaps " + stack.peek());
                    stack.push(slice);
                });
    }

    private void checkArrows() {
        assertEquals(arrowsFrom.keySet(), arrowsTo.keySet());
    }

    JsonNode root() {
        return root;
    }

    List<Slice> slices() {
        return slices;
    }

    List<Slice> slices(String category) {
        return slices.stream().filter(slice -> slice.category().equals(category)).toList();
    }

    List<Counter> counters(String name) {
        return counters.stream().filter(counter -> counter.name().equals(name)).toList();
    }

    int arrows() {
        return arrowsFrom.size();
    }

    Set<String> processes() {
        return Set.copyOf(processes.values());
    }
}
