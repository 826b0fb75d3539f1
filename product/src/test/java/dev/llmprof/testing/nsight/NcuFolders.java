package dev.llmprof.testing.nsight;

import dev.llmprof.testing.nsight.NcuRun.Launch;
import dev.llmprof.testing.nsight.NcuRun.Rule;
import dev.llmprof.testing.nsight.NcuRun.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Writes a run as one folder a kernel, with the CSVs that ncu 2025 prints for its details, for the
/// metrics that were asked for and for each section: thousands are separated, units differ from row
/// to row, rows without a rule end early, and what was not counted is `n/a`.
public final class NcuFolders {
    private static final String CHART = "GPU Speed Of Light Roofline Chart";
    private static final String TITLES =
            "ID,Process ID,Process Name,Host Name,Kernel Name,Context,Stream,Block Size,Grid Size,Device,CC,Section Name,Metric Name,Metric Unit,Metric Value,Rule Name,Rule Type,Rule Description,Estimated Speedup Type,Estimated Speedup";
    private static final Map<String, String> SECTIONS =
            Map.of(
                    "SpeedOfLight", NcuMetric.SPEED,
                    "MemoryWorkloadAnalysis", NcuMetric.MEMORY,
                    "Occupancy", NcuMetric.OCCUPANCY);

    private NcuFolders() {}

    /// What was written: rows with a metric, and rows with a rule.
    public record Rows(int files, int metrics, int rules) {
        private Rows and(List<List<String>> rows) {
            int said = (int) rows.stream().filter(row -> row.size() > 6).count();
            return new Rows(files + 1, metrics + rows.size() - said, rules + said);
        }
    }

    public static Rows write(NcuRun run, Path directory) throws IOException {
        Rows written = new Rows(0, 0, 0);
        for (int rank = 1; rank <= run.launches().size(); rank++) {
            Launch launch = run.launches().get(rank - 1);
            Path folder = directory.resolve("kernel_000" + rank + "_" + launch.function());
            Files.createDirectories(folder);
            List<List<String>> details = new ArrayList<>(asked(launch));
            for (var section : SECTIONS.entrySet()) {
                List<List<String>> rows = new ArrayList<>(section(launch, section.getValue()));
                details.addAll(rows);
                rows.addAll(rules(launch, section.getKey()));
                written = written.and(write(folder, "section_" + section.getKey(), launch, rows));
            }
            details.addAll(rules(launch, ""));
            written = written.and(write(folder, "details", launch, details));
            written = written.and(write(folder, "metrics", launch, asked(launch)));
            written = written.and(writeChart(folder, launch));
        }
        return written;
    }

    private static List<List<String>> asked(Launch launch) {
        return section(launch, NcuMetric.ASKED);
    }

    private static List<List<String>> section(Launch launch, String section) {
        List<List<String>> rows = new ArrayList<>();
        for (var entry : launch.shownIn(section)) {
            NcuMetric metric = entry.getKey();
            if (entry.getValue() instanceof Value.None) {
                rows.add(List.of(section, metric.laterLabel(), "", "n/a", ""));
            } else {
                var shown = NcuPages.shown(metric, launch.number(metric.key()), true);
                rows.add(List.of(section, metric.laterLabel(), shown.unit(), shown.text(true), ""));
            }
        }
        return rows;
    }

    private static List<List<String>> rules(Launch launch, String section) {
        List<List<String>> rows = new ArrayList<>();
        for (Rule rule : launch.rules()) {
            if (section.isEmpty() || rule.section().equals(section)) {
                String kind = rule.kind().equals("WRN") ? "OPT" : rule.kind();
                rows.add(
                        List.of(
                                rule.section(),
                                "",
                                "",
                                "",
                                rule.id(),
                                kind,
                                rule.message(),
                                "global",
                                "38.17"));
            }
        }
        return rows;
    }

    private static List<List<String>> write(
            Path folder, String name, Launch launch, List<List<String>> rows) throws IOException {
        var text = new StringBuilder("==PROF== Connected to process 4711\n");
        text.append(NcuPages.line(List.of(TITLES.split(","))));
        for (List<String> row : rows) {
            text.append(NcuPages.line(facts(launch), row));
        }
        Files.writeString(folder.resolve("ncu." + name + ".csv"), text);
        return rows;
    }

    /// This page has a column more, for the chart's items.
    private static List<List<String>> writeChart(Path folder, Launch launch) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        chart(rows, "Single Precision Roofline", "F", launch.number("ffmaPeak") * 2);
        chart(rows, "Double Precision Roofline", "D", launch.number("dfmaPeak") * 2);
        achieved(rows, launch, "Single Precision Achieved Value", "f");
        achieved(rows, launch, "Double Precision Achieved Value", "d");
        var text = new StringBuilder();
        text.append(
                NcuPages.line(
                        List.of(
                                TITLES.replace("Section Name", "Section Name,Body Item Label")
                                        .split(","))));
        for (List<String> row : rows) {
            text.append(NcuPages.line(facts(launch), List.of(CHART), row));
        }
        Files.writeString(folder.resolve("ncu.section_SpeedOfLight_RooflineChart.csv"), text);
        return rows;
    }

    private static void chart(
            List<List<String>> rows, String item, String precision, double operations) {
        String peak = new NcuAmount(operations, "inst").text(true);
        String label = "Theoretical Predicated-On " + precision + "FMA Operations";
        rows.add(List.of(item, label, "inst", peak, ""));
        rows.add(List.of(item, "SM Frequency", "Ghz", "1.75", ""));
        rows.add(List.of(item, "Theoretical DRAM Bytes Accessible", "byte/cycle", "96", ""));
        rows.add(List.of(item, "DRAM Frequency", "Ghz", "9.25", ""));
    }

    private static void achieved(
            List<List<String>> rows, Launch launch, String item, String precision) {
        String letter = precision.toUpperCase(Locale.ROOT);
        var fused = new NcuAmount(launch.number(precision + "fma") * 2, "inst");
        String label = "Predicated-On " + letter + "FMA Operations Per Cycle";
        rows.add(List.of(item, label, "inst", fused.text(true), ""));
        for (String operation : List.of("add", "mul")) {
            var single = new NcuAmount(launch.number(precision + operation), "inst/cycle");
            rows.add(
                    List.of(
                            item,
                            "Predicated-On "
                                    + letter
                                    + operation.toUpperCase(Locale.ROOT)
                                    + " Thread Instructions Executed Per Cycle",
                            "inst/cycle",
                            single.text(true),
                            ""));
        }
    }

    private static List<String> facts(Launch launch) {
        return List.of(
                "0",
                NcuPages.PROCESS + "",
                "python3.12",
                "127.0.0.1",
                launch.kernel(),
                "1",
                "7",
                extent(launch.block()),
                extent(launch.grid()),
                "0",
                "8.9");
    }

    private static String extent(List<Integer> sides) {
        return "(" + sides.get(0) + ", " + sides.get(1) + ", " + sides.get(2) + ")";
    }
}
