package dev.llmprof.trace.ncu;

import dev.llmprof.trace.csv.CsvNumber;
import dev.llmprof.trace.ncu.NcuLaunch.NcuDevice;
import dev.llmprof.trace.ncu.NcuLaunch.NcuKernel;
import dev.llmprof.trace.ncu.NcuLaunch.NcuProcess;
import dev.llmprof.trace.ncu.NcuLaunch.NvtxFrame;
import dev.llmprof.trace.ncu.NcuRule.Kind;
import dev.llmprof.trace.ncu.NcuRule.Scope;
import dev.llmprof.trace.ncu.NcuRule.Speedup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Gathers the rows of one launch, all of which repeat its facts.
final class NcuCsvLaunch {
    private static final Pattern EXTENT =
            Pattern.compile("\\(\\s*(\\d{1,18}),\\s*(\\d{1,18}),\\s*(\\d{1,18})\\)");
    private static final Pattern FRAME = Pattern.compile("\"([^\"]*)\"");

    /// After domain and name: payload type and value, colour type and value, message type and text.
    private static final Pattern NVTX =
            Pattern.compile("(?:\\d+:)?([^:]*):(.*)(?::[^:]*){6}", Pattern.DOTALL);

    private final NcuCsvColumns columns;
    private final List<String> first;
    private final NcuMetrics.Builder metrics = new NcuMetrics.Builder();
    private final List<NcuRule> rules = new ArrayList<>();

    private NcuCsvLaunch(NcuCsvColumns columns, List<String> first) {
        this.columns = columns;
        this.first = first;
    }

    static NcuCsvLaunch of(NcuCsvColumns columns, List<String> first) {
        return new NcuCsvLaunch(columns, first);
    }

    void add(NcuCsvColumns names, List<String> row, List<String> units) {
        if (names.isLong()) {
            addLong(names, row);
        } else {
            addWide(names, row, units);
        }
    }

    NcuLaunch launch() {
        NcuMetrics built = metrics.build();
        String name = columns.kernelName(first);
        String device = built.text("device__attribute_display_name");
        return new NcuLaunch(
                (int) whole("ID"),
                new NcuProcess(whole("Process ID"), cell("Process Name"), cell("Host Name")),
                new NcuKernel(name, name, ""),
                extent(cell("Grid Size")),
                extent(cell("Block Size")),
                new NcuDevice(device.isEmpty() ? cell("Device") : device, cell("CC")),
                whole("Context"),
                whole("Stream"),
                cell("Kernel Time"),
                nvtx(),
                built,
                rules);
    }

    private void addLong(NcuCsvColumns names, List<String> row) {
        String rule = names.cell(row, "Rule Name");
        if (!rule.isEmpty()) {
            rules.add(rule(names, row, rule));
        }
        String metric = names.cell(row, NcuCsvColumns.METRIC);
        if (!metric.isEmpty()) {
            add(
                    names.cell(row, "Section Name"),
                    metric,
                    names.cell(row, "Metric Unit"),
                    names.cell(row, "Metric Value"));
        }
    }

    private void addWide(NcuCsvColumns names, List<String> row, List<String> units) {
        int last = Math.min(row.size(), names.titles().size());
        for (int place = 0; place < last; place++) {
            if (names.isMetric(place)) {
                String unit = NcuCsvColumns.cell(units, place);
                add("", names.titles().get(place), unit, row.get(place));
            }
        }
    }

    private void add(String section, String name, String unit, String value) {
        var number = CsvNumber.parse(value);
        if (number.isPresent()) {
            metrics.real(section, name, unit, number.getAsDouble());
        } else if (value.isBlank() || value.equals("n/a") || value.equals("no data")) {
            metrics.none(section, name, unit);
        } else {
            metrics.text(section, name, value);
        }
    }

    private static NcuRule rule(NcuCsvColumns names, List<String> row, String rule) {
        var percent = CsvNumber.parse(names.cell(row, "Estimated Speedup"));
        Scope scope =
                names.cell(row, "Estimated Speedup Type").equals("global")
                        ? Scope.GLOBAL
                        : Scope.LOCAL;
        return new NcuRule(
                names.cell(row, "Section Name"),
                rule,
                kind(names.cell(row, "Rule Type")),
                "",
                names.cell(row, "Rule Description").strip(),
                percent.isPresent()
                        ? Optional.of(new Speedup(scope, percent.getAsDouble()))
                        : Optional.empty(),
                List.of());
    }

    private static Kind kind(String type) {
        return switch (type.toUpperCase(Locale.ROOT)) {
            case "OPT" -> Kind.OPTIMIZATION;
            case "WRN" -> Kind.WARNING;
            case "ERR" -> Kind.ERROR;
            default -> Kind.INFORMATION;
        };
    }

    private List<NvtxFrame> nvtx() {
        List<NvtxFrame> frames = new ArrayList<>();
        for (String title : columns.titles()) {
            if (NcuCsvColumns.isNvtx(title)) {
                frames(columns.cell(first, title), frames);
            }
        }
        String range = columns.rangeName(first);
        if (!range.isEmpty()) {
            frames.add(new NvtxFrame("", range));
        }
        return frames;
    }

    /// `1234 "<default domain>:decode:none:none:none:none:none:none"`, once for each open range.
    private static void frames(String cell, List<NvtxFrame> frames) {
        Matcher quoted = FRAME.matcher(cell);
        while (quoted.find()) {
            Matcher parts = NVTX.matcher(quoted.group(1));
            if (parts.matches()) {
                String domain = parts.group(1);
                frames.add(
                        new NvtxFrame(
                                domain.equals("<default domain>") ? "" : domain, parts.group(2)));
            }
        }
    }

    private static Extent extent(String text) {
        Matcher sides = EXTENT.matcher(text);
        return sides.matches()
                ? new Extent(
                        Long.parseLong(sides.group(1)),
                        Long.parseLong(sides.group(2)),
                        Long.parseLong(sides.group(3)))
                : Extent.NONE;
    }

    private String cell(String title) {
        return columns.cell(first, title);
    }

    private long whole(String title) {
        return (long) CsvNumber.parse(cell(title)).orElse(0);
    }
}
