package dev.llmprof.report.sweep;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.sweep.SweepResults;
import dev.llmprof.analysis.sweep.SweptJob;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SweepLinksTest {
    @Test
    void thePageLeadsToTheReportOfEachJobThatHasOne() {
        String page =
                SweepPage.html(
                        SweepResults.of(
                                "s", List.of(job("0", "1", true), job("1", "2", false)), List.of()),
                        List.of());
        assertTrue(page.contains("<a href=\"0/report.html\">report of job 0</a>"), page);
        assertFalse(page.contains("1/report.html"), page);
        assertTrue(page.contains("href=\"#term-mbu\">decode MBU</a>"), page);
    }

    private static SweptJob job(String name, String value, boolean usable) {
        return new SweptJob(
                name,
                new LinkedHashMap<>(Map.of("batch", value)),
                usable,
                usable ? "done" : "failed",
                new TreeMap<>(usable ? Map.of("decode.mbu", .2) : Map.of()));
    }
}
