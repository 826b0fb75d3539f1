package dev.llmprof.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// MFU and MBU of a run, as each of its files and the terminal say them.
public final class OneUtilisation {
    private static final String NUMBER = "([0-9.Ee+-]+)";
    private static final String PERCENT = "([0-9.]+) %";

    private final Path run;
    private final Map<String, Used> phases;

    private OneUtilisation(Path run, Map<String, Used> phases) {
        this.run = run;
        this.phases = phases;
    }

    private record Used(double mfu, double mbu) {}

    /// What `metrics.json` says, which all others are held against.
    public static OneUtilisation of(Path run) throws IOException {
        Map<String, Used> phases = new LinkedHashMap<>();
        for (JsonNode row : json(run.resolve("metrics.json")).path("utilisation")) {
            phases.put(
                    row.path("phase").asText(),
                    new Used(row.path("mfu").asDouble(), row.path("mbu").asDouble()));
        }
        return new OneUtilisation(run, phases);
    }

    /// `traced` are the phases that the pages have a row for.
    public void assertEverywhere(List<String> all, List<String> traced, String printed)
            throws IOException {
        assertEquals(all, List.copyOf(phases.keySet()));
        for (String phase : all) {
            exact(phase, "csv/utilisation.csv", "^" + phase + "," + NUMBER + "," + NUMBER + ",");
            shown(phase, "stakeholder_summary.md", row(phase));
            String line = "^- " + phase + ": ([0-9.]+), MBU ([0-9.]+)";
            rounded(phase, text("torch_profiler/report.md"), line, 1);
            JsonNode torch = json(run.resolve("torch_profiler/metrics.json"));
            assertEquals(used(phase).mfu(), torch.at("/mfu_per_stage/" + phase).asDouble());
            assertEquals(used(phase).mbu(), torch.at("/mbu_per_stage/" + phase).asDouble());
        }
        for (String phase : traced) {
            String cell = "<td class=\"number\" data-v=\"" + NUMBER + "\">[0-9.]+ %</td>";
            exact(phase, "report.html", ">" + phase + "</t[dh]>.*?" + cell + cell);
            shown(phase, "report.md", row(phase));
            rounded(
                    phase,
                    printed,
                    "^" + phase + " .*? " + PERCENT + " +" + PERCENT + "( |$)",
                    100);
        }
    }

    private static String row(String phase) {
        return "^\\| " + phase + " \\|.*? " + PERCENT + " \\| " + PERCENT + " \\|";
    }

    private void shown(String phase, String file, String pattern) throws IOException {
        rounded(phase, text(file), pattern, 100);
    }

    private void exact(String phase, String file, String pattern) throws IOException {
        Matcher found = found(phase, text(file), pattern);
        assertEquals(used(phase).mfu(), Double.parseDouble(found.group(1)), file);
        assertEquals(used(phase).mbu(), Double.parseDouble(found.group(2)), file);
    }

    private void rounded(String phase, String text, String pattern, int factor) {
        Matcher found = found(phase, text, pattern);
        assertRounded(factor * used(phase).mfu(), found.group(1));
        assertRounded(factor * used(phase).mbu(), found.group(2));
    }

    /// To the digits that are printed.
    private static void assertRounded(double exact, String printed) {
        var said = new BigDecimal(printed);
        assertEquals(said, BigDecimal.valueOf(exact).setScale(said.scale(), RoundingMode.HALF_UP));
    }

    private static Matcher found(String phase, String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(text);
        assertTrue(matcher.find(), () -> phase + " has no " + pattern);
        return matcher;
    }

    private Used used(String phase) {
        Used used = phases.get(phase);
        if (used == null) {
            throw new AssertionError(phase + " is not in metrics.json");
        }
        return used;
    }

    private String text(String file) throws IOException {
        return Files.readString(run.resolve(file));
    }

    private static JsonNode json(Path file) throws IOException {
        return new JsonMapper().readTree(file.toFile());
    }
}
