package dev.llmprof.report.section;

import dev.llmprof.analysis.conditions.ConditionRow;
import dev.llmprof.analysis.conditions.RunConditions;
import dev.llmprof.analysis.conditions.WorkSpan;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/// The samples as lanes: the fuller a lane, the darker.
final class ConditionsFigure {
    private static final int MOST_ITEMS = 4_000;

    private final RunConditions conditions;
    private final List<Chart.Timeline.Row> drawn = new ArrayList<>();
    private final Map<String, Integer> names = new LinkedHashMap<>();
    private final List<Chart.Timeline.Item> items = new ArrayList<>();

    private ConditionsFigure(RunConditions conditions) {
        this.conditions = conditions;
    }

    static Block of(RunConditions conditions) {
        var figure = new ConditionsFigure(conditions);
        figure.stages();
        List<ConditionRow> samples = ConditionRow.of(conditions);
        List<String> devices = samples.stream().map(ConditionRow::device).distinct().toList();
        for (String device : devices) {
            figure.device(device, samples.stream().filter(r -> r.device().equals(device)).toList());
        }
        return new Block.Figure(
                "The machine during the run",
                "What ran, and how busy, fast and hot each device was: a lane is darker the nearer it"
                        + " is to its most.",
                new Chart.Timeline(
                        figure.drawn, List.copyOf(figure.names.keySet()), figure.items, List.of()));
    }

    private void stages() {
        addRow("stages");
        conditions.stages().forEach(span -> span(0, span.stage(), span));
        List<WorkSpan> phases = conditions.spans().stream().filter(s -> !s.isStage()).toList();
        if (!phases.isEmpty()) {
            addRow("phases");
            phases.stream()
                    .limit(MOST_ITEMS)
                    .forEach(each -> span(1, each.phase() + " (" + each.source() + ")", each));
        }
    }

    private void span(int lane, String name, WorkSpan span) {
        long start = Math.max(0, span.startUnixNanos() - conditions.firstUnixNanos());
        long nanos = span.endUnixNanos() - conditions.firstUnixNanos() - start;
        if (nanos > 0) {
            items.add(new Chart.Timeline.Item(lane, name(name), start, nanos, nanos, 1));
        }
    }

    private void device(String device, List<ConditionRow> rows) {
        boolean host = device.equals("host");
        String cpu = host ? "CPU" : device;
        lane(cpu + " busy", Unit.FRACTION, rows, ConditionRow::busy);
        lane(cpu + " clock", Unit.HERTZ, rows, ConditionRow::clockHertz);
        lane(cpu + " power", Unit.WATTS, rows, ConditionRow::watts);
        lane("tasks waiting for a CPU", Unit.FRACTION, rows, row -> row.host().cpuStalled());
        lane(cpu + " temperature", Unit.CELSIUS, rows, row -> row.gpu().celsius());
        if (!host) {
            reasons(device, rows);
        }
    }

    /// What a lane shows of a row.
    private interface Value {
        OptionalDouble of(ConditionRow row);
    }

    private void lane(String lane, Unit unit, List<ConditionRow> rows, Value value) {
        List<ConditionRow> known = rows.stream().filter(row -> value.of(row).isPresent()).toList();
        double most =
                unit == Unit.FRACTION
                        ? 1
                        : known.stream()
                                .mapToDouble(r -> value.of(r).getAsDouble())
                                .max()
                                .orElse(0);
        if (known.size() < 2 || most <= 0) {
            return;
        }
        addRow(lane);
        int step = 1 + known.size() / MOST_ITEMS;
        for (int at = step; at < known.size(); at += step) {
            long start = known.get(at - step).timeNanos();
            long nanos = known.get(at).timeNanos() - known.get(at - step).timeNanos();
            double is = value.of(known.get(at)).getAsDouble();
            items.add(
                    new Chart.Timeline.Item(
                            drawn.size() - 1,
                            name(lane + " " + Cell.number(rounded(is), unit).shown()),
                            start,
                            nanos,
                            Math.round(nanos * Math.clamp(is / most, 0, 1)),
                            step));
        }
    }

    /// Two figures: names are held once, and a thousand different ones would be a thousand texts.
    private static double rounded(double value) {
        if (value == 0) {
            return 0;
        }
        double unit = Math.pow(10, Math.floor(Math.log10(Math.abs(value))) - 1);
        return Math.round(value / unit) * unit;
    }

    private void reasons(String device, List<ConditionRow> rows) {
        addRow(device + " clock held down");
        for (int at = 1; at < rows.size(); at++) {
            String why = rows.get(at).gpu().reasons();
            long nanos = rows.get(at).timeNanos() - rows.get(at - 1).timeNanos();
            if (!why.isEmpty() && !why.equals("idle")) {
                long start = rows.get(at - 1).timeNanos();
                items.add(
                        new Chart.Timeline.Item(
                                drawn.size() - 1, name(why), start, nanos, nanos, 1));
            }
        }
    }

    private void addRow(String title) {
        drawn.add(new Chart.Timeline.Row(title, 0));
    }

    private int name(String name) {
        return names.computeIfAbsent(name, _ -> names.size());
    }
}
