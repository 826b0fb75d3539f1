package dev.llmprof.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Document;
import dev.llmprof.report.block.Section;
import dev.llmprof.report.format.Html;
import dev.llmprof.testing.RealTool;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// What a reader does with the page of a run, in a real Chromium.
@TestInstance(Lifecycle.PER_CLASS)
class ReportPageIT {
    private static final String TIMELINE =
            "llmprofCharts.of(document.querySelector('#timeline .plot'))";
    private static final String TREE = "document.querySelector('#tree .plot')";

    private Optional<Browser> opened = Optional.empty();
    private Path folder = Path.of("target");
    private Path page = folder;

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        folder = temporary;
        Path trace = Programs.eagerLlama(Dialect.CUDA).writtenTo(folder.resolve("llama.json.gz"));
        page = PageExample.ofRun(trace, folder.resolve("report.html"));
        opened =
                Optional.of(
                        new Browser(
                                RealTool.chromium(),
                                Files.createDirectory(folder.resolve("profile"))));
    }

    @BeforeEach
    void open() throws Exception {
        browser().size(1400, 900);
        browser().open(page);
    }

    @AfterEach
    void nothingWasComplainedOf() {
        assertEquals(List.of(), browser().complaints());
    }

    @AfterAll
    void close() {
        opened.ifPresent(Browser::close);
    }

    private Browser browser() {
        return opened.orElseThrow();
    }

    private String ask(String expression) throws Exception {
        return browser().ask(expression);
    }

    private double number(String expression) throws Exception {
        return Double.parseDouble(ask(expression));
    }

    @Test
    void theHeadSaysHowTheRunWasMade() throws Exception {
        assertEquals(
                "command,device,host,versions,commit,date",
                ask("[...document.querySelectorAll('.facts dt')].map(d => d.textContent).join()"));
        assertEquals(
                "llmprof run device=cuda:0",
                ask("document.querySelector('.facts dd').textContent"));
    }

    @Test
    void navigationLeadsToEverySectionAtEveryWidth() throws Exception {
        for (int width : List.of(1400, 700, 360)) {
            browser().size(width, 800);
            assertEquals(
                    "true",
                    ask(
                            "[...document.querySelectorAll('main > section')].every(s =>"
                                    + " document.querySelector('nav a[href=\"#' + s.id + '\"]'))"));
            ask(
                    "document.documentElement.style.scrollBehavior = 'auto';"
                            + "document.querySelector('nav a[href=\"#kernels\"]').click()");
            assertEquals(
                    "true",
                    ask(
                            "(() => { const n = document.querySelector('nav').getBoundingClientRect();"
                                    + " return n.height > 20 && n.top >= 0 && n.top < innerHeight; })()"),
                    "no navigation at " + width);
            double top = number("document.getElementById('kernels').getBoundingClientRect().top");
            assertTrue(top >= 0 && top < 200, "the section is at " + top + " of " + width);
            awaitFit(width);
        }
    }

    @Test
    void noTableScrollsSidewaysOnAWideScreen() throws Exception {
        browser().size(1400, 800);
        assertEquals(
                "true",
                ask(
                        "[...document.querySelectorAll('#idle tr')]"
                                + ".some(row => row.querySelectorAll('td.name').length > 2)"));
        assertEquals(
                "",
                ask(
                        "[...document.querySelectorAll('.scroll')]"
                                + ".filter(s => s.scrollWidth > s.clientWidth + 1)"
                                + ".map(s => s.textContent.slice(0, 60)).join()"));
    }

    /// Charts are drawn anew some moments after their window has changed.
    private void awaitFit(int width) throws Exception {
        String wide = "document.scrollingElement.scrollWidth";
        for (int i = 0; i < 100 && number(wide) > width; i++) {
            Thread.sleep(50);
        }
        assertTrue(number(wide) <= width, ask(wide) + " in a window of " + width);
    }

    @Test
    void findingsComeFirstWithAStepAndLeadToTheirEvidence() throws Exception {
        assertEquals(
                "What to try", ask("document.querySelector('main section h2 + h3').textContent"));
        assertTrue(number("document.querySelectorAll('.leads li').length") > 0);
        assertEquals(
                "true",
                ask(
                        "[...document.querySelectorAll('.leads li')].every(li => {"
                                + " const a = li.querySelector('a');"
                                + " return a && document.querySelector(a.getAttribute('href'))"
                                + " && /Try \\S+/.test(li.textContent); })"));
    }

    @Test
    void everyRequestIsDrawnWithMedianAndP95() throws Exception {
        String first =
                "llmprofCharts.of(document.querySelector('#spread .plot')).chart.getOption()";
        assertEquals(
                "" + PageExample.REQUESTS,
                ask(first + ".series.reduce((n, s) => n + s.data.length, 0)"));
        String words =
                ask(
                        "[...document.querySelectorAll('#spread svg text')].map(t => t.textContent).join()");
        assertTrue(words.contains("median") && words.contains("p95"), words);
    }

    @Test
    void memoryOverTimeIsDrawnWithItsPeak() throws Exception {
        Path trace = PageExample.withMemory(folder.resolve("memory.json"));
        browser().open(PageExample.ofTrace(trace, folder.resolve("memory.html")));
        assertEquals("3.00 MB", ask("document.querySelector('#memory .value').textContent"));
        assertEquals(
                "GPU 0 allocated,GPU 0 reserved",
                ask(
                        "llmprofCharts.of(document.querySelector('#memory .plot')).chart.getOption()"
                                + ".series.map(s => s.name).join()"));
    }

    @Test
    void operatorsLieBelowEachOtherWithStepsAndGaps() throws Exception {
        String rows =
                ask(
                        "JSON.stringify(JSON.parse(document.getElementById(document.querySelector("
                                + "'#timeline .plot').dataset.source).textContent).rows)");
        assertTrue(rows.contains(",1]"), "nothing is nested: " + rows);
        assertTrue(rows.contains("largest gaps"), rows);
        assertTrue(rows.contains("steps"), rows);
    }

    @Test
    void keysZoomAndMoveTheTimeline() throws Exception {
        String span = TIMELINE + ".state.to - " + TIMELINE + ".state.from";
        ask("document.querySelector('#timeline .area').focus()");
        double all = number(span);
        for (String in : List.of("w", "ArrowUp")) {
            double before = number(span);
            browser().press(in);
            assertTrue(number(span) < before, in + " did not zoom in");
        }
        for (String right : List.of("d", "ArrowRight")) {
            double before = number(TIMELINE + ".state.from");
            browser().press(right);
            assertTrue(number(TIMELINE + ".state.from") > before, right + " did not move");
        }
        for (String left : List.of("a", "ArrowLeft")) {
            double before = number(TIMELINE + ".state.from");
            browser().press(left);
            assertTrue(number(TIMELINE + ".state.from") < before, left + " did not move");
        }
        for (String out : List.of("s", "ArrowDown")) {
            double before = number(span);
            browser().press(out);
            assertTrue(number(span) > before, out + " did not zoom out");
        }
        browser().press("w");
        browser().press("f");
        assertEquals(all, number(span));
    }

    @Test
    void searchFindsNamesAndEnterGoesToThem() throws Exception {
        ask("document.querySelector('#timeline input').focus()");
        for (String key : List.of("m", "m")) {
            browser().press(key);
        }
        assertTrue(number(TIMELINE + ".matches().length") > 0);
        assertTrue(said().contains("events"), said());
        browser().press("Enter");
        assertTrue(said().startsWith("1 of "), said());
        assertTrue(number(TIMELINE + ".state.to - " + TIMELINE + ".state.from") > 0);
    }

    private String said() throws Exception {
        return ask("document.querySelector('#timeline .said').textContent");
    }

    @Test
    void dragMeasuresAndEnterZoomsToIt() throws Exception {
        double[] box = areaBox();
        browser().drag(box[0] + 400, box[0] + 600, box[1] + 40);
        assertTrue(said().startsWith("Measured "), said());
        ask("document.querySelector('#timeline .area').focus()");
        browser().press("Enter");
        assertEquals(
                "true",
                ask(
                        "Math.abs("
                                + TIMELINE
                                + ".state.from - "
                                + TIMELINE
                                + ".state.measured.from) < 1"));
    }

    /// Left and top of the timeline, which is brought into the window.
    private double[] areaBox() throws Exception {
        ask(
                "document.documentElement.style.scrollBehavior = 'auto';"
                        + "document.querySelector('#timeline .area').scrollIntoView()");
        String box = "document.querySelector('#timeline .area').getBoundingClientRect()";
        return new double[] {number(box + ".left"), number(box + ".top")};
    }

    @Test
    void theWheelScrollsThePageUnlessCtrlIsHeld() throws Exception {
        double[] box = areaBox();
        double at = number("scrollY");
        browser().wheel(box[0] + 500, box[1] + 40, 120, 0);
        await("scrollY > " + at);
        assertEquals("0", ask(TIMELINE + ".state.from"));
        // A page comes to rest some moments after the wheel.
        browser().await("new Promise(r => setTimeout(() => r(1), 400))");
        box = areaBox();
        at = number("scrollY");
        browser().wheel(box[0] + 500, box[1] + 40, -120, 2);
        await(TIMELINE + ".state.from > 0");
        assertEquals(at, number("scrollY"));
    }

    private void await(String condition) throws Exception {
        for (int i = 0; i < 200 && !ask(condition).equals("true"); i++) {
            Thread.sleep(25);
        }
        assertEquals("true", ask(condition), condition);
    }

    @Test
    void oneButtonFitsTheViewToAStep() throws Exception {
        ask("document.querySelector('#timeline [aria-label=\"Next step\"]').click()");
        String step =
                "JSON.parse(document.getElementById(document.querySelector('#timeline"
                        + " .plot').dataset.source).textContent).steps[0]";
        assertEquals(
                "true",
                ask(
                        TIMELINE
                                + ".state.from <= "
                                + step
                                + "[1] && "
                                + TIMELINE
                                + ".state.to >= "
                                + step
                                + "[1] + "
                                + step
                                + "[2] && "
                                + TIMELINE
                                + ".state.to - "
                                + TIMELINE
                                + ".state.from < 1.2 * "
                                + step
                                + "[2]"));
    }

    @Test
    void labelsOfAZoomedAxisDiffer() throws Exception {
        ask(TIMELINE + ".show(460100, 460900)");
        await(TIMELINE + ".state.labels.length > 2 && " + TIMELINE + ".state.from > 0");
        assertEquals(
                "true",
                ask(
                        "new Set("
                                + TIMELINE
                                + ".state.labels).size === "
                                + TIMELINE
                                + ".state.labels.length"));
    }

    @Test
    void theTimelineLeadsToAFileForPerfetto() throws Exception {
        assertEquals(
                PageExample.FILES.getLast(),
                ask("document.querySelector('#timeline .links a').getAttribute('href')"));
        assertTrue(
                ask("document.getElementById('timeline').textContent").contains("ui.perfetto.dev"));
    }

    @Test
    void theLinkToThatFileStandsInOnePiece() throws Exception {
        browser().size(1400, 800);
        String link = "document.querySelector('#timeline .links a')";
        ask(link + ".textContent = '../'.repeat(20) + 'a_long_name_of_a_trace'.repeat(9)");
        assertEquals(
                "1",
                ask(
                        "new Set([...%s.getClientRects()].map(r => Math.round(r.left))).size"
                                .formatted(link)));
    }

    @Test
    void aTimelineWithoutStepsDoesNotOfferThem() throws Exception {
        String keys = "document.querySelector('#timeline .keys').textContent.includes('[ ] steps')";
        assertEquals("true", ask(keys));
        browser()
                .open(
                        PageExample.ofTrace(
                                PageExample.withManyKernels(20, folder.resolve("flat.json")),
                                folder.resolve("flat.html")));
        assertEquals("false", ask(keys));
    }

    @Test
    void aTableOfManyColumnsFitsAWideScreen() throws Exception {
        List<Block.Column> columns = new ArrayList<>(List.of(Block.Column.words("kernel")));
        List<Cell> row = new ArrayList<>(List.of(Cell.name("compute_tendencies_x_279_gpu")));
        for (int i = 0; i < 13; i++) {
            columns.add(Block.Column.number("counter"));
            row.add(Cell.nanos(6.19e6));
        }
        var section = new Section("s", "S", List.of(new Block.Grid("g", columns, List.of(row))));
        browser().size(1400, 800);
        browser()
                .open(
                        Files.writeString(
                                folder.resolve("wide.html"),
                                Html.page(new Document("t", "", List.of(section)))));
        assertEquals(
                "true",
                ask(
                        "(s => s.scrollWidth <= s.clientWidth + 1)"
                                + "(document.querySelector('.scroll'))"));
    }

    @Test
    void theTreemapZoomsFillsItsPlaceAndComesBack() throws Exception {
        String covered =
                "(() => { const m = "
                        + TREE
                        + ".querySelector('.map').getBoundingClientRect(); let right = 0, bottom = 0;"
                        + TREE
                        + ".querySelectorAll('.tile').forEach(t => { const b ="
                        + " t.getBoundingClientRect(); right = Math.max(right, b.right - m.left);"
                        + " bottom = Math.max(bottom, b.bottom - m.top); });"
                        + " return right > .97 * m.width && bottom > .95 * m.height; })()";
        String before = ask(TREE + ".querySelector('.map').textContent");
        assertEquals("true", ask(covered));
        ask(TREE + ".querySelector('button.tile').click()");
        assertEquals("2", ask("llmprofCharts.of(" + TREE + ").depth()"));
        assertEquals("true", ask(covered), "after a click");
        browser().press("Escape");
        assertEquals("1", ask("llmprofCharts.of(" + TREE + ").depth()"));
        assertEquals(before, ask(TREE + ".querySelector('.map').textContent"));
    }

    @Test
    void kernelNamesAreShortAndWholeOnDemand() throws Exception {
        browser()
                .open(
                        PageExample.ofTrace(
                                PageExample.withManyKernels(20, folder.resolve("few.json")),
                                folder.resolve("few.html")));
        String name = "document.querySelector('#kernels .name code').innerText";
        assertEquals("kernel_0<float, 4, Array<char*, 3> >", ask(name));
        ask("document.querySelector('#kernels .names').click()");
        assertEquals(
                "void at::native::kernel_0<float, 4, at::detail::Array<char*, 3> >(int, float)",
                ask(name));
        ask("document.querySelector('#kernels .names').click()");
        ask("document.querySelector('#kernels .name code').click()");
        assertTrue(ask(name).startsWith("void at::native"), ask(name));
    }

    @Test
    void everyFileIsLinkedAndATableLeadsToItsOwn() throws Exception {
        for (String file : PageExample.FILES) {
            assertEquals(
                    "true",
                    ask("!!document.querySelector('#files a[href=\"" + file + "\"]')"),
                    file);
        }
        assertEquals(
                "csv/kernel_summary.csv",
                ask("document.querySelector('#kernels a.csv').getAttribute('href')"));
    }

    @Test
    void theThemeIsRemembered() throws Exception {
        String theme = "document.documentElement.dataset.theme";
        String first = ask(theme);
        ask("document.getElementById('theme').click()");
        String other = ask(theme);
        browser().open(page);
        assertEquals(other, ask(theme));
        ask("document.getElementById('theme').click()");
        assertEquals(first, ask(theme));
    }
}
