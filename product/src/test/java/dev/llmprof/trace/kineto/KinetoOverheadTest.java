package dev.llmprof.trace.kineto;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KinetoOverheadTest {
    private static final String TRACE =
            """
            {"traceEvents": [
            {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "ts": 10, "dur": 5, "pid": 1, "tid": 1},
            {"ph": "X", "cat": "overhead", "name": "Buffer Flush", "ts": 20, "dur": 1.5, "pid": -1, "tid": 0},
            {"ph": "X", "cat": "overhead", "name": "Buffer Flush", "ts": 30, "dur": 2.5, "pid": -1, "tid": 0},
            {"ph": "X", "cat": "overhead", "name": "Instrumentation", "ts": 40, "dur": 7, "pid": -1, "tid": 0}
            ]}
            """;

    @Test
    void whatTheProfilerSaysItTookIsAddedUpByWhatItDid() {
        var reading =
                KinetoReader.read(
                                "trace",
                                new ByteArrayInputStream(TRACE.getBytes(StandardCharsets.UTF_8)))
                        .reading();

        assertEquals(
                Map.of("Buffer Flush", 4_000L, "Instrumentation", 7_000L), reading.overheadNanos());
        assertEquals(3L, reading.byCategory().get("overhead"));
    }
}
