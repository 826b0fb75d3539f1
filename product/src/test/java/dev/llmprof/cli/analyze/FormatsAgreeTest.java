package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.report.block.Cell;
import dev.llmprof.testing.ForwardTrace;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.GpuEvent.Work;
import dev.llmprof.testing.kineto.Lane;
import dev.llmprof.testing.kineto.Program;
import dev.llmprof.testing.kineto.Recording;
import dev.llmprof.trace.csv.CsvRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One analysis of a server's decode with a model: the terminal, `report.md`, `report.html`,
/// `metrics.json`, `--json` and the CSV files say the same numbers of it.
class FormatsAgreeTest {
    private static final Lane COMPUTE = new Lane(0, 7);
    private static final Lane NETWORK = new Lane(0, 20);
    private static final String DECODE =
            "execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk32768sqsq32sqsk32768)";

    @TempDir static Path directory;
    private static Path out;
    private static String terminal;
    private static String markdown;
    private static String page;
    private static JsonNode metrics;
    private static JsonNode printed;

    @BeforeAll
    static void analyze() throws IOException {
        Files.writeString(directory.resolve("config.json"), ForwardTrace.CONFIG);
        Path trace = recorded().writtenTo(directory.resolve("decode.json"));
        out = directory.resolve("out");
        List<String> words =
                List.of(trace.toString(), "--model", directory.toString(), "--gpu", "l4");
        terminal = flat(AnalyzeOutput.of(plus(words, "-o", out.toString())));
        markdown = Files.readString(out.resolve("report.md")).replace("\\_", "_");
        page =
                flat(
                        Files.readString(out.resolve("report.html"))
                                .replaceAll("(?s)<(script|style)[^>]*>.*?</\\1>", "")
                                .replaceAll("<[^>]+>", " "));
        metrics = new ObjectMapper().readTree(out.resolve("metrics.json").toFile());
        printed = new ObjectMapper().readTree(AnalyzeOutput.of(plus(words, "--json")));
    }

    private static Recording recorded() {
        var program = new Program(Dialect.CUDA, 37);
        for (int step = 0; step < 4; step++) {
            program.step(DECODE, "vllm", "decode", () -> layers(program));
            program.pause(300_000);
        }
        return program.recorded();
    }

    private static void layers(Program program) {
        for (int layer = 0; layer < 6; layer++) {
            program.operator(
                    "aten::mm",
                    "[[32, 256], [256, 704]]",
                    () -> program.launch(Work.kernel("sm89_gemm", COMPUTE, 210_000)));
            program.launch(Work.kernel("rms_norm_kernel", COMPUTE, 11_000));
            program.launch(Work.collective("ncclDevKernel_AllReduce", NETWORK, 17_000));
        }
        program.synchronise();
        program.launch(Work.collective("ncclDevKernel_AllGather", NETWORK, 190_000));
        program.synchronise();
    }

    @Test
    void jsonAndTablesHaveTheSameRows() throws IOException {
        JsonNode told = metrics.at("/captures/0");
        JsonNode trace = printed.at("/traces/0");
        for (var number : told.path("gpu").properties()) {
            assertEquals(number.getValue(), trace.path(number.getKey()), number::toString);
        }
        for (String table : List.of("gpus", "gaps", "operators", "step_summary", "critical_path")) {
            assertFalse(told.path(table).isEmpty(), table);
            assertEquals(told.path(table), trace.path(table), table);
        }
        assertEquals(told.path("kernels"), trace.at("/kernels/rows"));
        assertEquals(told.path("time_per_output_token_ns"), trace.path("time_per_output_token_ns"));
        for (String conclusion : List.of("advice", "prediction", "utilisation", "lint")) {
            assertFalse(metrics.path(conclusion).isEmpty(), conclusion);
            assertEquals(metrics.path(conclusion), printed.path(conclusion), conclusion);
        }
        sameRows(told.path("gpus"), "gpu_summary");
        sameRows(told.path("kernels"), "kernel_summary");
        sameRows(told.path("operators"), "operator_summary");
        sameRows(told.path("phases"), "phase_summary");
        sameRows(trace.path("phases"), "phase_summary");
        sameRows(told.path("step_summary"), "step_summary");
        sameRows(trace.path("categories"), "category_summary");
        sameRows(told.path("critical_path"), "critical_path");
        sameRows(metrics.path("advice"), "advice");
    }

    /// Every field of the file is that of the object, as a number where it is one.
    private void sameRows(JsonNode objects, String file) throws IOException {
        List<Map<String, String>> rows = csv(out.resolve("csv/" + file + ".csv"));
        assertEquals(objects.size(), rows.size(), file);
        for (int at = 0; at < rows.size(); at++) {
            JsonNode object = objects.path(at);
            rows.get(at).remove("trace");
            for (var field : rows.get(at).entrySet()) {
                JsonNode value = object.path(field.getKey());
                String where = file + " " + at + " " + field.getKey();
                if (value.isNumber()) {
                    assertEquals(value.asDouble(), Double.parseDouble(field.getValue()), 0, where);
                } else {
                    assertEquals(value.asText(), field.getValue(), where);
                }
            }
        }
    }

    @Test
    void headlinesAreThoseOfTheJson() {
        JsonNode capture = metrics.at("/captures/0");
        String token = Cell.nanos(capture.path("time_per_output_token_ns").asDouble()).shown();
        card("Time per output token", token);
        assertTrue(terminal.contains("decode 4 32 1,024 " + token + " "), terminal);
        JsonNode gpu = capture.path("gpu");
        String busy =
                Cell.share(gpu.path("busy_ns").asDouble() / gpu.path("span_ns").asDouble()).shown();
        card("GPU busy", busy);
        assertTrue(terminal.contains("(" + busy + ")"), terminal);
        card("GPU idle", time(gpu, "idle_ns"));
        assertTrue(terminal.contains("idle " + time(gpu, "idle_ns") + ": "), terminal);
        assertTrue(terminal.contains("communication " + time(gpu, "total_comm_ns")), terminal);
        everywhere(time(metrics.at("/captures/0/gpus/0"), "exposed_comm_ns"));
    }

    @Test
    void causesOfIdleTimeAreThoseOfTheJson() {
        JsonNode gpu = metrics.at("/captures/0/gpus/0");
        assertTrue(gpu.path("host_wait_ns").asLong() > 0, gpu::toString);
        everywhere(time(gpu, "host_wait_ns"));
        assertTrue(terminal.contains("host wait " + time(gpu, "host_wait_ns") + " ("), terminal);
    }

    @Test
    void theHottestOfEachKindAreThoseOfTheJson() {
        JsonNode capture = metrics.at("/captures/0");
        JsonNode kernel = capture.at("/kernels/0");
        String share = Cell.share(kernel.path("share").asDouble()).shown();
        assertEquals("sm89_gemm", kernel.path("name").asText());
        assertTrue(terminal.contains(time(kernel, "total_ns") + " " + share + " 24 "), terminal);
        everywhere(share);
        JsonNode operator = capture.at("/operators/0");
        double part =
                operator.path("device_ns").asDouble() / capture.at("/levels/gpu_sum_ns").asDouble();
        String hottest = "aten::mm " + Cell.share(part).shown();
        assertEquals("aten::mm", operator.path("name").asText());
        everywhere(hottest);
        JsonNode phase = capture.at("/phases/0");
        assertEquals("decode", phase.path("name").asText());
        everywhere(time(phase, "gpu_busy_ns"));
    }

    @Test
    void boundsAreThoseOfTheJson() {
        JsonNode decode = metrics.at("/utilisation/0");
        double bandwidth = decode.path("mbu").asDouble();
        assertTrue(bandwidth > 0, decode::toString);
        card("MBU, decode", Cell.share(bandwidth).shown());
        JsonNode steps = metrics.at("/prediction/step_bound_summary/0");
        assertEquals("decode", steps.path("kind").asText());
        everywhere(Cell.share(steps.path("mbu").asDouble()).shown());
        // One is of the median step, the other of all of them.
        assertEquals(bandwidth, steps.path("mbu").asDouble(), .01);
        JsonNode advice = metrics.at("/advice/0");
        everywhere(advice.path("finding").asText());
    }

    private void card(String name, String value) {
        assertTrue(markdown.contains("| " + name + " | " + value + " |"), () -> name + markdown);
        assertTrue(page.contains(name + " " + value + " "), () -> name + " " + value + page);
    }

    private void everywhere(String words) {
        assertTrue(terminal.contains(words), () -> words + " is not in " + terminal);
        assertTrue(markdown.contains(words), () -> words + " is not in " + markdown);
        assertTrue(page.contains(words), () -> words + " is not on the page");
    }

    private static String time(JsonNode object, String field) {
        return Cell.nanos(object.path(field).asLong()).shown();
    }

    private static String flat(String text) {
        return text.replace("&nbsp;", " ").replaceAll("\\s+", " ");
    }

    private static List<String> plus(List<String> words, String... more) {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of(more));
        return all;
    }

    private static List<Map<String, String>> csv(Path file) throws IOException {
        List<Map<String, String>> rows = new ArrayList<>();
        try (CsvRows lines = CsvRows.open(file)) {
            List<String> names = lines.next().orElseThrow();
            for (Optional<List<String>> row = lines.next(); row.isPresent(); row = lines.next()) {
                Map<String, String> fields = new LinkedHashMap<>();
                for (int at = 0; at < names.size(); at++) {
                    fields.put(names.get(at), row.get().get(at));
                }
                rows.add(fields);
            }
        }
        return rows;
    }
}
