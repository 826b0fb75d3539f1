package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.report.Browser;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.format.Html;
import dev.llmprof.testing.RealTool;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.testing.kineto.Recording;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// No table of a page is wider than its box on a screen of 1400 px, in a real Chromium.
@TestInstance(Lifecycle.PER_CLASS)
class PageWidthIT {
    private static final String LONG = "h100_facebook_timesformer-base-finetuned-k400__101600";
    private static final String TOO_WIDE =
            "[...document.querySelectorAll('.scroll')]"
                    + ".filter(s => s.scrollWidth > s.clientWidth + 1)"
                    + ".map(s => s.getAttribute('aria-label') + ' ' + s.scrollWidth).join()";
    private static final String HEADS =
            "[...document.querySelectorAll('.scroll')].filter(s =>"
                    + " s.getAttribute('aria-label').startsWith('Kernels as each source'))"
                    + ".flatMap(s => [...s.querySelectorAll('thead button')])"
                    + ".map(b => b.textContent.slice(0, 6)).join()";

    private Optional<Browser> opened = Optional.empty();
    private Path folder = Path.of("target");

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        folder = temporary;
        Path profile = Files.createDirectory(folder.resolve("profile"));
        opened = Optional.of(new Browser(RealTool.chromium(), profile));
        opened.orElseThrow().size(1400, 900);
    }

    @AfterAll
    void close() {
        opened.ifPresent(Browser::close);
    }

    private String ask(Path page, String expression) throws Exception {
        opened.orElseThrow().open(page);
        return opened.orElseThrow().ask(expression);
    }

    private Path analyzed(int captures) throws Exception {
        Path out = folder.resolve("out" + captures);
        List<String> line = new ArrayList<>();
        for (Map.Entry<String, Recording> each : recordings().limit(captures).toList()) {
            Path trace = folder.resolve(LONG + line.size() + ".json");
            line.add(Files.write(trace, each.getValue().json()).toString());
        }
        AnalyzeOutput.of(Stream.concat(line.stream(), Stream.of("-o", out.toString())).toList());
        return out.resolve("report.html");
    }

    private static Stream<Map.Entry<String, Recording>> recordings() {
        return Programs.all().entrySet().stream()
                .filter(each -> each.getKey().matches("wandering \\d\\d"));
    }

    @Test
    void threeCapturesWithLongNamesStandSideBySideWithTheirCalls() throws Exception {
        Path page = analyzed(3);
        assertEquals("", ask(page, TOO_WIDE));
        assertEquals(
                "kernel,share,,total,calls,share,,total,calls,share,,total,calls",
                ask(page, HEADS));
    }

    @Test
    void sixCapturesWithLongNamesLeaveTheCallsToTheCsv() throws Exception {
        Path page = analyzed(6);
        assertEquals("", ask(page, TOO_WIDE));
        assertEquals(
                "kernel,share,,total,share,,total,share,,total,share,,total,share,,total,share,,total",
                ask(page, HEADS));
        assertEquals(
                "kernel,tool,source,count,total_ns,share",
                Files.readAllLines(page.resolveSibling("csv/kernel_sources.csv")).getFirst());
    }

    @Test
    void longTitlesTakeLinesAndColumnsOfWordsLeaveRoom() throws Exception {
        Path page =
                Files.writeString(
                        folder.resolve("grids.html"),
                        Html.page(
                                new Document(
                                        "t",
                                        "",
                                        List.of(
                                                new Section(
                                                        "s",
                                                        "S",
                                                        List.of(causes(), rates(), doubts()))))));
        assertEquals("", ask(page, TOO_WIDE));
    }

    @Test
    void metricsOfAComparisonFit() throws Exception {
        List<String> titles =
                List.of(
                        "metric",
                        "A",
                        "B",
                        "runs",
                        "change",
                        "interval",
                        "confidence",
                        "can detect",
                        "verdict",
                        "by");
        List<Cell> cells =
                Stream.of(
                                "end_to_end_time",
                                "5.77 ms",
                                "673 ms",
                                "5 / 5",
                                "+11568.35 %",
                                "[+469.18, +17384.14] %",
                                "96.8 %",
                                "756.2 %",
                                "regression",
                                "Hodges-Lehmann, exact Mann-Whitney")
                        .<Cell>map(Cell::text)
                        .toList();
        List<String> words = List.of("metric", "interval", "verdict", "by");
        List<Block.Column> columns =
                titles.stream()
                        .map(title ->
                                words.contains(title)
                                        ? Block.Column.words(title)
                                        : Block.Column.number(title))
                        .toList();
        Block table = new Block.Grid("metrics", columns, List.of(cells));
        var section = new Section("metrics", "S", List.of(table));
        Path page = folder.resolve("metrics.html");
        Files.writeString(page, Html.page(new Document("t", "", List.of(section))));
        assertEquals("", ask(page, TOO_WIDE));
    }

    /// Each step of a critical path.
    private static Block causes() {
        return grid(
                List.of(
                        "step",
                        "length",
                        "operators",
                        "kernels",
                        "other host time",
                        "runtime calls",
                        "copies",
                        "queued on the GPU",
                        "synchronisation",
                        "launch latency"),
                Cell.name("ProfilerStep#16"),
                9,
                Cell.nanos(84.5e6));
    }

    /// Operators by GPU time, with their shapes.
    private static Block rates() {
        List<String> titles =
                List.of(
                        "operator",
                        "input shapes",
                        "calls",
                        "GPU time",
                        "FLOP/s",
                        "B/s",
                        "FLOP/B",
                        "bound reached",
                        "impossible");
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.name("aten::scaled_dot_product_attention"));
        cells.add(Cell.text("[[16, 16, 5185, 64], [16, 16, 5185, 64], [], [], []]"));
        cells.add(Cell.count(120));
        cells.add(Cell.nanos(262e6));
        cells.add(Cell.text("194 TFLOP/s"));
        cells.add(Cell.text("787 GB/s"));
        cells.add(Cell.text("1,018 FLOP/B"));
        cells.add(Cell.share(0.235));
        cells.add(Cell.text("false"));
        return new Block.Grid("rates", columns(titles, 2), List.of(cells));
    }

    /// Doubts about several captures.
    private static Block doubts() {
        List<String> titles = List.of("severity", "source", "what", "evidence", "cost", "fix");
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.text("warning"));
        cells.add(Cell.name(LONG + "2.json.gz"));
        for (int i = 0; i < 4; i++) {
            cells.add(Cell.text("2 of 128 ranks are there; not 2, 3, 4, 5, 6, 7, 8, 9"));
        }
        return new Block.Grid("doubts", columns(titles, 6), List.of(cells));
    }

    private static Block grid(List<String> titles, Cell first, int count, Cell each) {
        List<Cell> cells = new ArrayList<>(List.of(first));
        for (int i = 0; i < count; i++) {
            cells.add(each);
        }
        return new Block.Grid("causes", columns(titles, 1), List.of(cells));
    }

    private static List<Block.Column> columns(List<String> titles, int words) {
        return titles.stream()
                .map(title ->
                        titles.indexOf(title) < words
                                ? Block.Column.words(title)
                                : Block.Column.number(title))
                .toList();
    }
}
