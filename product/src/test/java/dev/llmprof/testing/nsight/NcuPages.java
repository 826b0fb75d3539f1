package dev.llmprof.testing.nsight;

import dev.llmprof.testing.nsight.NcuRun.Launch;
import dev.llmprof.testing.nsight.NcuRun.Rule;
import dev.llmprof.testing.nsight.NcuRun.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// What `ncu --import --csv` of 2022 prints of a run: the raw page, one row a launch, in scaled or
/// in base units, and the details page, one row a metric.
public final class NcuPages {
    static final long PROCESS = 4711;

    private NcuPages() {}

    /// `--page raw`: each column in the unit that suits its greatest value, reals with six
    /// decimals.
    public static String raw(NcuRun run) {
        return raw(run, false);
    }

    /// `--page raw --print-units base --print-fp`: two decimals for every number.
    public static String rawBase(NcuRun run) {
        return raw(run, true);
    }

    private static String raw(NcuRun run, boolean base) {
        List<NcuMetric> metrics =
                run.launches().getFirst().byName().stream().map(Map.Entry::getKey).toList();
        List<String> titles =
                new ArrayList<>(
                        List.of(
                                "ID,Process ID,Process Name,Host Name,Kernel Name,Kernel Time,Context,Stream"
                                        .split(",")));
        List<String> units = new ArrayList<>(titles.stream().map(_ -> "").toList());
        for (NcuMetric metric : metrics) {
            double most = most(run, metric);
            titles.add(metric.name());
            units.add(
                    base ? metric.unit() : NcuAmount.scaled(0, metric.unit(), most, false).unit());
        }
        var text = new StringBuilder(line(titles)).append(line(units));
        for (int id = 0; id < run.launches().size(); id++) {
            Launch launch = run.launches().get(id);
            List<String> row = new ArrayList<>(launchOf2022(id, launch));
            for (var entry : launch.byName()) {
                NcuMetric metric = entry.getKey();
                double example = base ? 1 : most(run, metric);
                row.add(rawCell(metric, entry.getValue(), example, base));
            }
            text.append(line(row));
        }
        return text.toString();
    }

    private static double most(NcuRun run, NcuMetric metric) {
        return run.launches().stream()
                .mapToDouble(launch -> launch.number(metric.key()))
                .filter(number -> !Double.isNaN(number))
                .max()
                .orElse(0);
    }

    private static String rawCell(NcuMetric metric, Value value, double example, boolean base) {
        String decimals = base ? "%.2f" : "%.6f";
        return switch (value) {
            case Value.Real(double number) -> {
                var scaled = NcuAmount.scaled(number, metric.unit(), example, false);
                yield String.format(Locale.ROOT, decimals, scaled.number());
            }
            case Value.Count(long number) -> {
                var scaled = NcuAmount.scaled((double) number, metric.unit(), example, false);
                boolean whole = !base && scaled.unit().equals(metric.unit());
                yield whole ? number + "" : String.format(Locale.ROOT, decimals, scaled.number());
            }
            case Value.Text(String text) -> text;
            case Value.None _ -> "no data";
        };
    }

    private static List<String> launchOf2022(int id, Launch launch) {
        return List.of(
                id + "",
                PROCESS + "",
                "python3",
                "127.0.0.1",
                launch.kernel(),
                "2026-Jan-01 00:00:0" + id,
                "1",
                "7");
    }

    /// `--page details`: numbers scaled each by itself, rules after the metrics of their section.
    public static String details(NcuRun run) {
        List<String> titles =
                List.of(
                        "ID,Process ID,Process Name,Host Name,Kernel Name,Kernel Time,Context,Stream,Section Name,Metric Name,Metric Unit,Metric Value,Rule Name,Rule Type,Rule Description"
                                .split(","));
        var text = new StringBuilder(line(titles));
        for (int id = 0; id < run.launches().size(); id++) {
            Launch launch = run.launches().get(id);
            List<String> facts = launchOf2022(id, launch);
            for (String section : List.of(NcuMetric.SPEED, NcuMetric.MEMORY, NcuMetric.OCCUPANCY)) {
                for (var entry : launch.shownIn(section)) {
                    NcuMetric metric = entry.getKey();
                    var shown = shown(metric, launch.number(metric.key()), false);
                    text.append(
                            line(
                                    facts,
                                    List.of(
                                            section,
                                            metric.label(),
                                            shown.unit(),
                                            shown.text(false),
                                            "")));
                }
            }
            for (Rule rule : launch.rules()) {
                List<String> said = List.of(rule.id(), rule.kind(), rule.message());
                text.append(line(facts, List.of(rule.section(), "", "", ""), said));
            }
        }
        return text.toString();
    }

    static NcuAmount shown(NcuMetric metric, double number, boolean later) {
        return NcuAmount.scaled(number, metric.unit(), number, later);
    }

    /// A row without a rule ends in a comma.
    @SafeVarargs
    static String line(List<String>... parts) {
        List<String> cells = new ArrayList<>();
        for (List<String> part : parts) {
            cells.addAll(part);
        }
        String end = cells.getLast().isEmpty() ? ",\n" : "\n";
        return (end.equals("\n") ? cells : cells.subList(0, cells.size() - 1))
                .stream()
                        .map(cell -> '"' + cell.replace("\"", "\"\"") + '"')
                        .collect(Collectors.joining(",", "", end));
    }
}
