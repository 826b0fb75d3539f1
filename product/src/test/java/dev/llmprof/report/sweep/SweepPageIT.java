package dev.llmprof.report.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.report.Browser;
import dev.llmprof.study.sweep.SweepStudy;
import dev.llmprof.study.sweep.SweptDirectory;
import dev.llmprof.testing.RealTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page of a sweep in a real Chromium.
class SweepPageIT {
    @TempDir private Path folder;

    @Test
    void linesOverOneKeyAreDrawnWithBestAndKneeAtEveryWidth() throws Exception {
        var sweep = new SweptDirectory(Files.createDirectory(folder.resolve("load")));
        double[] tokens = {100, 198, 390, 400, 430};
        double[] wait = {18, 20, 24, 44, 90};
        for (int at = 0; at < tokens.length; at++) {
            sweep.job(
                    "load.concurrency=" + (1 << at),
                    Verdict.DONE,
                    SweptDirectory.requests(tokens[at], wait[at], wait[at] / 2));
        }
        try (Browser browser = opened(sweep, "load-profile")) {
            // Two curves of latency; throughput, requests a second, three times.
            assertEquals("7", browser.ask("document.querySelectorAll('.plot svg').length"));
            String words = browser.ask("document.body.textContent");
            assertTrue(words.contains("knee"), words);
            assertEquals(
                    "true",
                    browser.ask(
                            "[...document.querySelectorAll('.plot svg text')].some(t =>"
                                    + " t.textContent === 'best')"));
            assertEquals(
                    "true",
                    browser.ask(
                            "[...document.querySelectorAll('.plot svg text')].some(t =>"
                                    + " t.textContent === 'knee')"));
            assertEquals(List.of(), browser.complaints());
            browser.size(700, 900);
            assertTrue(fits(browser), "the page is wider than its window");
        }
    }

    @Test
    void twoKeysAreAHeatMapWithTheBestCellMarkedAndNamesStayText() throws Exception {
        var sweep = new SweptDirectory(Files.createDirectory(folder.resolve("grid")));
        String hostile = "</script><b>x</b>";
        for (String a : List.of("1", "2", "4")) {
            for (String b : List.of("eager", hostile)) {
                double rate = 100 * Double.parseDouble(a) + (b.equals("eager") ? 50 : 0);
                sweep.job(
                        "batch=" + a + " mode=" + b,
                        Verdict.DONE,
                        SweptDirectory.timings(rate, 40));
            }
        }
        try (Browser browser = opened(sweep, "grid-profile")) {
            assertEquals(
                    "true",
                    browser.ask("document.querySelectorAll('[data-kind=heat] svg').length > 0"));
            assertEquals(
                    "true",
                    browser.ask(
                            "[...document.querySelectorAll('.plot svg text')].some(t =>"
                                    + " t.textContent === '450 tokens/s · best')"));
            assertEquals("0", browser.ask("document.querySelectorAll('main b').length"));
            assertEquals(List.of(), browser.complaints());
        }
    }

    /// Charts are drawn anew some moments after their window has changed.
    private static boolean fits(Browser browser) throws Exception {
        String fits = "document.scrollingElement.scrollWidth <= window.innerWidth";
        for (int i = 0; i < 200 && !browser.ask(fits).equals("true"); i++) {
            Thread.sleep(50);
        }
        return browser.ask(fits).equals("true");
    }

    private Browser opened(SweptDirectory sweep, String profile) throws Exception {
        SweepStudy.write(sweep.path(), List.of());
        Browser browser = browser(profile);
        browser.size(1400, 900);
        browser.open(sweep.path().resolve("sweep.html"));
        return browser;
    }

    private Browser browser(String profile) throws Exception {
        return new Browser(RealTool.chromium(), directory(profile));
    }

    private Path directory(String name) throws IOException {
        return Files.createDirectory(folder.resolve(name));
    }
}
