package dev.llmprof.report.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.app.Wiring;
import dev.llmprof.report.Browser;
import dev.llmprof.report.Example;
import dev.llmprof.report.Reports;
import dev.llmprof.report.Samples;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.page.PageFiles;
import dev.llmprof.testing.RealTool;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The page in a real Chromium.
@TestInstance(Lifecycle.PER_CLASS)
class HtmlIT {
    private Optional<Browser> opened = Optional.empty();
    private Path folder = Path.of("target");
    private Path page = folder;

    @BeforeAll
    void open(@TempDir Path temporary) throws Exception {
        folder = temporary;
        page = Files.writeString(folder.resolve("page.html"), Html.page(Samples.everything()));
        var browser = browser("one");
        opened = Optional.of(browser);
        browser.size(1300, 900);
        browser.open(page);
    }

    @AfterAll
    void close() {
        opened.ifPresent(Browser::close);
    }

    private Browser browser() {
        return opened.orElseThrow();
    }

    private Browser browser(String profile) throws Exception {
        return new Browser(RealTool.chromium(), Files.createDirectory(folder.resolve(profile)));
    }

    @Test
    void drawsEveryChartWithoutAComplaint() throws Exception {
        assertEquals(
                "5",
                browser()
                        .ask(
                                "document.querySelectorAll('.plot svg, .plot canvas, .plot .map').length"));
        assertEquals(List.of(), browser().complaints());
    }

    @Test
    void fetchesNothingButItself() {
        assertEquals(List.of(page.toUri().toString()), browser().requests());
    }

    @Test
    void aHostileNameIsOnlyText() throws Exception {
        assertEquals(
                "0",
                browser()
                        .ask(
                                "[...document.scripts].filter(s => s.text.startsWith('alert')).length"));
        assertEquals(
                Samples.HOSTILE, browser().ask("document.querySelector('.name code').textContent"));
        browser()
                .ask(
                        "const search = document.querySelector('.timeline input');"
                                + " search.value = 'script>'; search.dispatchEvent(new Event('input'));"
                                + " llmprofCharts.of(document.querySelector('.timeline .plot')).next(1)");
        assertTrue(
                browser()
                        .ask("document.querySelector('.timeline .said').textContent")
                        .contains(Samples.HOSTILE));
    }

    @Test
    void thePolicyStopsAnInjectedScript() throws Exception {
        browser()
                .ask(
                        "window.ran = 0; var s = document.createElement('script'); s.text = 'window.ran = 1';"
                                + " document.body.append(s)");
        assertEquals("0", browser().ask("window.ran"));
        browser().complaints().clear();
    }

    @Test
    void sortsByNumberNotByText() throws Exception {
        String first = "document.querySelector('tbody tr td:nth-child(3)').textContent";
        click("thead th:nth-child(3) button");
        assertEquals("10,000", browser().ask(first));
        assertEquals(
                "descending",
                browser()
                        .ask(
                                "document.querySelector('th:nth-child(3)').getAttribute('aria-sort')"));
        click("thead th:nth-child(3) button");
        assertEquals("1", browser().ask(first));
    }

    @Test
    void whatWasNotMeasuredSortsLast() throws Exception {
        String last = "document.querySelector('tbody tr:last-child td:nth-child(2)').textContent";
        click("thead th:nth-child(2) button");
        assertEquals("–", browser().ask(last));
        click("thead th:nth-child(2) button");
        assertEquals("–", browser().ask(last));
    }

    @Test
    void filtersRows() throws Exception {
        browser()
                .ask(
                        "var i = document.querySelector('input[type=search]'); i.value = 'GEMM 9';"
                                + " i.dispatchEvent(new Event('input'))");
        assertEquals(
                "1", browser().ask("document.querySelectorAll('tbody tr:not([hidden])').length"));
        assertEquals("1 of 11", browser().ask("document.querySelector('.matches').textContent"));
        browser().ask("i.value = ''; i.dispatchEvent(new Event('input'))");
    }

    @Test
    void turnsDarkAndKeepsItsCharts() throws Exception {
        String page = "getComputedStyle(document.body).backgroundColor";
        String before = browser().ask(page);
        click("#theme");
        assertNotEquals(before, browser().ask(page));
        assertEquals(
                "5",
                browser()
                        .ask(
                                "document.querySelectorAll('.plot svg, .plot canvas, .plot .map').length"));
        click("#theme");
    }

    @Test
    void everyTableAndChartHasWords() throws Exception {
        assertEquals(
                "0",
                browser()
                        .ask(
                                "document.querySelectorAll('table:not(:has(caption)), table:not(:has(th[scope=col]))').length"));
        assertEquals(
                "true",
                browser()
                        .ask(
                                "[...document.querySelectorAll('.plot')].every(p => document.getElementById(p.getAttribute('aria-labelledby')).textContent.length > 10)"));
    }

    @Test
    void aNameThatEveryObjectHasIsNoKeyOfOne() throws Exception {
        String name = "__proto__";
        var part = new Chart.Treemap.Node(name, 2e6, List.of());
        List<Block> charts =
                List.of(
                        new Block.Figure(
                                "Bars",
                                "",
                                new Chart.Bars(
                                        Unit.NANOSECONDS,
                                        false,
                                        List.of(name, "constructor"),
                                        List.of(
                                                new Chart.Bars.Series(name, List.of(1e6, 2e6)),
                                                new Chart.Bars.Series(
                                                        "toString", List.of(3e6, 4e6))))),
                        new Block.Figure(
                                "Parts",
                                "",
                                new Chart.Treemap(
                                        new Chart.Treemap.Node("all", 2e6, List.of(part)))));
        Path file =
                Files.writeString(
                        folder.resolve("names.html"),
                        Html.page(
                                new Document("names", "", List.of(new Section("a", "A", charts)))));
        try (var second = browser("names")) {
            second.open(file);
            assertEquals(
                    "2", second.ask("document.querySelectorAll('.plot svg, .plot .map').length"));
            assertEquals("0", second.ask("Object.keys(Object.prototype).length"));
            assertEquals(List.of(), second.complaints());
        }
    }

    @Test
    void aLargePageIsThereSoon() throws Exception {
        Path large = Files.writeString(folder.resolve("large.html"), Html.page(Samples.large()));
        try (var second = browser("two")) {
            second.open(large);
            double millis =
                    Double.parseDouble(
                            second.ask(
                                    "performance.getEntriesByType('navigation')[0].loadEventEnd"));
            System.out.println("large page loaded in " + Math.round(millis) + " ms");
            assertTrue(millis > 0, "no load time");
            assertEquals("1000", second.ask("document.querySelectorAll('tbody tr').length"));
            assertEquals(List.of(), second.complaints());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("gpuTraces")
    void theReportOfATraceLoadsDrawsAndZooms(String name, Path trace, String charts)
            throws Exception {
        String html =
                Html.page(Reports.page(Example.findings(trace), Wiring.sections(), PageFiles.NONE));
        Path file = Files.writeString(folder.resolve(name + ".html"), html);
        try (var second = browser(name)) {
            second.open(file);
            assertEquals(
                    charts,
                    second.ask(
                            "document.querySelectorAll('.plot svg, .plot canvas, .plot .map').length"));
            String chart = "llmprofCharts.of(document.querySelector('.timeline .plot'))";
            second.ask(chart + ".show(1e6, 2e6)");
            assertEquals("1000000", second.ask(chart + ".state.from"));
            assertEquals(List.of(), second.complaints());
            assertEquals(List.of(file.toUri().toString()), second.requests());
        }
    }

    /// With the charts of each: one more where phases were marked.
    Stream<Arguments> gpuTraces() throws IOException {
        Path ours = folder.resolve("llama.json.gz");
        return Stream.concat(
                Stream.of(
                        Arguments.of(
                                "llama", Programs.eagerLlama(Dialect.CUDA).writtenTo(ours), "7")),
                SharedData.ifHere(Example.QWEN).stream()
                        .map(trace -> Arguments.of("h100", trace, "7")));
    }

    private void click(String selector) throws Exception {
        browser().ask("document.querySelector('" + selector + "').click()");
    }
}
