package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.report.block.Cell;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.testing.kineto.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Of every recording terminal, Markdown and page say the numbers that are in `metrics.json`.
class SameNumbersTest {
    @TempDir Path directory;

    static Stream<Arguments> recordings() {
        return Programs.all().entrySet().stream()
                .filter(each -> !each.getKey().matches("wandering \\d\\d"))
                .map(each -> Arguments.of(each.getKey(), each.getValue()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("recordings")
    void everyFormatSaysTheSame(String name, Recording recording) throws IOException {
        Path trace = Files.write(directory.resolve("trace.json"), recording.json());
        Path out = directory.resolve("out");
        String terminal =
                AnalyzeOutput.of(List.of(trace.toString(), "-o", out.toString()))
                        .replaceAll("\\s+", " ");
        String markdown = Files.readString(out.resolve("report.md"));
        String page = Files.readString(out.resolve("report.html"));
        JsonNode metrics = new ObjectMapper().readTree(out.resolve("metrics.json").toFile());
        JsonNode capture = metrics.path("captures").path(0);
        JsonNode gpu = capture.path("gpu");
        if (name.endsWith(" capture")) {
            String host = time(capture.path("host_span_ns"));
            said(terminal, "GPU busy " + time(gpu.path("busy_ns")) + ": not a run");
            said(markdown, "| Host time | " + host + " |");
            said(page, host);
        } else if (gpu.path("span_ns").asLong() == 0) {
            String host = time(capture.path("host_span_ns"));
            said(terminal, "no GPU work; host " + host);
            said(markdown, "| Host time | " + host + " |");
            said(page, host);
        } else {
            busy(gpu, terminal, markdown, page);
            kernels(capture.path("kernels"), terminal, markdown, page);
        }
        steps(capture.path("step_summary"), terminal, markdown, page);
        advice(metrics.path("advice"), terminal, markdown);
    }

    private static void busy(JsonNode gpu, String terminal, String markdown, String page) {
        String share =
                Cell.share(gpu.path("busy_ns").asDouble() / gpu.path("span_ns").asDouble()).shown();
        String span = time(gpu.path("span_ns"));
        String idle = time(gpu.path("idle_ns"));
        said(terminal, "busy " + time(gpu.path("busy_ns")) + " of " + span + " (");
        said(terminal, share);
        said(terminal, "idle " + idle);
        said(markdown, "| GPU busy | " + share + " |");
        said(markdown, span);
        said(markdown, "| GPU idle | " + idle + " |");
        Stream.of(share, span, idle).forEach(each -> said(page, each));
    }

    private static void kernels(JsonNode rows, String terminal, String markdown, String page) {
        long nanos = 0;
        for (JsonNode row : rows) {
            nanos += row.path("total_ns").asLong();
        }
        String total = Cell.nanos(nanos).shown();
        if (!rows.isEmpty()) {
            said(terminal, " of " + rows.size() + ", ");
            said(terminal, " % of " + total);
        }
        said(markdown, "| Kernel time | " + total + " |");
        said(page, total);
    }

    private static void steps(JsonNode rows, String terminal, String markdown, String page) {
        for (JsonNode row : rows) {
            String line = row.path("kind").asText() + " " + row.path("steps").asLong() + " ";
            String host = Cell.nanos(row.path("host_median_ns").asDouble()).shown();
            said(terminal, line);
            said(markdown, "| " + line.strip().replace(" ", " | ") + " |");
            Stream.of(terminal, markdown, page).forEach(each -> said(each, host));
        }
    }

    private static void advice(JsonNode rows, String terminal, String markdown) {
        for (int at = 0; at < rows.size(); at++) {
            String finding = rows.path(at).path("finding").asText();
            said(markdown, "| " + finding + " |");
            if (at < 3) {
                said(terminal, "- " + finding + ": ");
            }
        }
    }

    private static String time(JsonNode nanos) {
        return Cell.nanos(nanos.asLong()).shown();
    }

    private static void said(String where, String what) {
        assertTrue(where.contains(what), () -> "'" + what + "' is not in " + shortened(where));
    }

    private static String shortened(String text) {
        return text.substring(0, Math.min(text.length(), 6_000));
    }
}
