package dev.llmprof.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.testing.RealTool;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.Programs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
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

/// How pages look: judged by axe-core, printed, and left as pictures in `target/pages`.
@TestInstance(Lifecycle.PER_CLASS)
class ReportPicturesIT {
    private static final Path PICTURES = Path.of("target/pages");
    private static final int MOST_PAGES = 11;
    private static final String VLLM =
            "kineto/tracelens/inference_vllm_decode_full_graph_execution.json.gz";

    private Optional<Browser> opened = Optional.empty();
    private Path folder = Path.of("target");
    private String axe = "";

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        folder = temporary;
        Files.createDirectories(PICTURES);
        try (InputStream in = ReportPicturesIT.class.getResourceAsStream("/axe.min.js")) {
            axe = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
        opened =
                Optional.of(
                        new Browser(
                                RealTool.chromium(),
                                Files.createDirectory(folder.resolve("profile"))));
    }

    @AfterAll
    void close() {
        opened.ifPresent(Browser::close);
    }

    private Browser browser() {
        return opened.orElseThrow();
    }

    Stream<Arguments> pages() throws IOException {
        Path ours = Programs.eagerLlama(Dialect.CUDA).writtenTo(folder.resolve("llama.json.gz"));
        Stream<Arguments> shared =
                Stream.concat(
                        SharedData.ifHere(Example.QWEN).stream()
                                .map(trace -> Arguments.of("h100", trace)),
                        SharedData.ifHere(VLLM).stream().map(trace -> Arguments.of("vllm", trace)));
        return Stream.concat(Stream.of(Arguments.of("llama", ours)), shared);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    void everyoneCanReadIt(String name, Path trace) throws Exception {
        Path page = PageExample.ofRun(trace, folder.resolve(name + ".html"));
        browser().medium("");
        for (int width : List.of(1400, 700)) {
            browser().size(width, 900);
            browser().open(page);
            for (String theme : List.of("light", "dark")) {
                turn(theme);
                browser().screenshot(PICTURES.resolve(name + "-" + width + "-" + theme + ".png"));
                // Both themes and both widths once: axe-core takes its time.
                if (theme.equals("light") == (width == 1400)) {
                    assertEquals("[]", violations(), name + " at " + width + ", " + theme);
                }
            }
        }
    }

    @Test
    void axeSeesWhatNobodyCanRead() throws Exception {
        Path page =
                PageExample.ofTrace(
                        PageExample.withMemory(folder.resolve("pale.json")),
                        folder.resolve("pale.html"));
        browser().medium("");
        browser().open(page);
        browser()
                .ask(
                        "const pale = document.createElement('p'); pale.style.color = 'var(--line)';"
                                + " pale.textContent = 'hardly to be read';"
                                + " document.querySelector('main section').append(pale)");
        assertTrue(violations().contains("color-contrast: "), "axe found nothing");
    }

    private void turn(String theme) throws Exception {
        String now = browser().ask("document.documentElement.dataset.theme");
        if (!now.equals(theme)) {
            browser().ask("document.getElementById('theme').click()");
        }
        // Two frames: charts are drawn in the next.
        browser()
                .await(
                        "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() =>"
                                + " r(1))))");
    }

    private String violations() throws Exception {
        browser().ask(axe + ";0");
        return browser()
                .await(
                        """
                        axe.run(document, {resultTypes: ['violations']}).then(r => JSON.stringify(
                          r.violations.map(v => v.id + ': ' + v.nodes.slice(0, 4).map(n =>
                            n.target.join(' ') + ' ' + (n.any[0] || n.all[0] || n.none[0] || {}).message).join(' | '))))
                        """);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    void itPrintsInUnderTwelvePages(String name, Path trace) throws Exception {
        Path page = PageExample.ofRun(trace, folder.resolve(name + "-paper.html"));
        Path paper = PICTURES.resolve(name + ".pdf");
        browser().medium("");
        browser().size(1400, 900);
        browser().open(page);
        browser().print(paper);
        int pages = printed(paper);
        System.out.println(name + " prints on " + pages + " pages");
        assertTrue(pages > 0 && pages <= MOST_PAGES, name + " prints on " + pages + " pages");
    }

    private static int printed(Path paper) throws IOException {
        String text = Files.readString(paper, StandardCharsets.ISO_8859_1);
        return (int) Pattern.compile("/Type\\s*/Page\\b(?!s)").matcher(text).results().count();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    void nothingOnPaperLiesOverAnother(String name, Path trace) throws Exception {
        Path page = PageExample.ofRun(trace, folder.resolve(name + "-overlap.html"));
        browser().size(711, 1000);
        browser().open(page);
        browser().medium("print");
        browser().ask("dispatchEvent(new Event('beforeprint'))");
        browser().await("new Promise(r => setTimeout(() => r(1), 200))");
        browser().screenshot(PICTURES.resolve(name + "-printed.png"));
        assertEquals(
                "[]",
                browser()
                        .ask(
                                """
                                JSON.stringify([...document.querySelectorAll('main > section')].flatMap(section => {
                                  const boxes = [...section.children].map(e => [e, e.getBoundingClientRect()]).filter(b => b[1].height > 0);
                                  const over = boxes.filter((b, i) => i && b[1].top < boxes[i - 1][1].bottom - 1);
                                  const out = [...section.querySelectorAll('.plot svg, .plot canvas, .tile')].filter(drawn => {
                                    const frame = drawn.closest('figure').getBoundingClientRect(), own = drawn.getBoundingClientRect();
                                    return own.bottom > frame.bottom + 1 || own.right > frame.right + 1;
                                  });
                                  const edge = document.body.getBoundingClientRect().right;
                                  const wide = [...section.querySelectorAll('table, pre, p, figure')].filter(e => e.getBoundingClientRect().right > edge + 1);
                                  return [...over.map(b => b[0]), ...out, ...wide].map(e => section.id + ' ' + e.tagName + ' ' + e.className);
                                }))
                                """));
        browser().medium("");
    }

    /// A browser lays paper out as soon as it has asked, before any frame is drawn.
    @Test
    void chartsAreDrawnForPaperAtOnce() throws Exception {
        Path page =
                PageExample.ofTrace(
                        PageExample.withMemory(folder.resolve("wide.json")),
                        folder.resolve("wide.html"));
        browser().medium("");
        browser().size(1400, 900);
        browser().open(page);
        assertEquals(
                "[]",
                browser()
                        .ask(
                                """
                                dispatchEvent(new Event('beforeprint'));
                                JSON.stringify([...document.querySelectorAll('.plot svg text')].filter(text => {
                                  const frame = text.closest('.plot').getBoundingClientRect(), own = text.getBoundingClientRect();
                                  return frame.width > 720 || own.right > frame.right + 2 || own.bottom > frame.bottom + 2;
                                }).map(text => text.textContent))
                                """));
        browser().ask("dispatchEvent(new Event('afterprint'))");
    }

    @Test
    void aHundredThousandKernelsAreASmallPage() throws Exception {
        Path trace = PageExample.withManyKernels(100_000, folder.resolve("many.json"));
        Path page = PageExample.ofTrace(trace, folder.resolve("many.html"));
        browser().medium("");
        browser().size(1400, 900);
        browser().open(page);
        String millis =
                browser()
                        .ask(
                                "Math.round(performance.getEntriesByType('navigation')[0].loadEventEnd)");
        System.out.println(
                "100,000 kernels: " + Files.size(page) + " bytes, open in " + millis + " ms");
        assertTrue(Files.size(page) < 2_300_000, Files.size(page) + " bytes");
        assertEquals("1", browser().ask("document.querySelectorAll('#timeline canvas').length"));
        assertEquals(List.of(), browser().complaints());
    }
}
