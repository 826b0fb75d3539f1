package dev.llmprof.analysis.nsys;

import dev.llmprof.trace.HostTable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/// nsys's tables as the cells of its CSVs, title row first, to the digit.
public final class NsysCells {
    private static final String NONE = "None";
    private static final List<String> PROJECTION_TITLES =
            List.of(
                    "Name",
                    "Projected Start (ns)",
                    "Projected Duration (ns)",
                    "Orig Start (ns)",
                    "Orig Duration (ns)",
                    "Style",
                    "PID",
                    "TID",
                    "NumGPUOps",
                    "Lvl",
                    "NumChild",
                    "RangeId",
                    "ParentId",
                    "RangeStack");

    private NsysCells() {}

    public static List<List<String>> of(NsysSummary summary) {
        List<List<String>> cells = new ArrayList<>();
        List<String> titles =
                new ArrayList<>(
                        List.of(
                                "Time (%)",
                                "Total Time (ns)",
                                summary.countTitle(),
                                "Avg (ns)",
                                "Med (ns)",
                                "Min (ns)",
                                "Max (ns)",
                                "StdDev (ns)"));
        titles.addAll(summary.labelTitles());
        cells.add(titles);
        for (NsysSummary.Row row : summary.rows()) {
            List<String> line = new ArrayList<>();
            line.add(oneDecimal(row.share() * 100));
            line.add(Long.toString(row.time().totalNanos()));
            line.add(Long.toString(row.time().count()));
            spread(row.time(), line);
            line.addAll(row.labels());
            cells.add(line);
        }
        return cells;
    }

    public static List<List<String>> of(RangeKernels kernels) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(
                List.of(
                        "NVTX Range",
                        "Style",
                        "PID",
                        "TID",
                        "NVTX Inst",
                        "Kern Inst",
                        "Total Time (ns)",
                        "Avg (ns)",
                        "Med (ns)",
                        "Min (ns)",
                        "Max (ns)",
                        "StdDev (ns)",
                        "Kernel Name"));
        for (RangeKernels.Row row : kernels.rows()) {
            List<String> line = new ArrayList<>();
            line.add(row.range().map(RangeKernels.Range::name).orElse(NONE));
            line.add(row.range().map(RangeKernels.Range::style).orElse(NONE));
            line.add(row.thread().map(thread -> Long.toString(thread.process())).orElse(NONE));
            line.add(row.thread().map(thread -> Long.toString(thread.thread())).orElse(NONE));
            line.add(Long.toString(row.rangeInstances()));
            line.add(Long.toString(row.kernelInstances()));
            line.add(Long.toString(row.time().totalNanos()));
            spread(row.time(), line);
            line.add(row.kernel());
            cells.add(line);
        }
        return cells;
    }

    public static List<List<String>> of(RangeProjection projection, HostTable host) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(PROJECTION_TITLES);
        for (int row = 0; row < projection.size(); row++) {
            int range = projection.range().get(row);
            int parent = projection.parent().get(row);
            cells.add(
                    List.of(
                            NsysSummaries.rangeName(host, range),
                            Long.toString(projection.startNanos().get(row)),
                            Long.toString(projection.durationNanos().get(row)),
                            Long.toString(host.startNanos().get(range)),
                            Long.toString(host.durationNanos().get(range)),
                            NsysSummaries.style(host, range),
                            host.thread().get(range).process(),
                            host.thread().get(range).thread(),
                            Integer.toString(projection.operations().get(row)),
                            Integer.toString(projection.level().get(row)),
                            Integer.toString(projection.children().get(row)),
                            Long.toString(host.externalId().get(range)),
                            parent < 0 ? NONE : Long.toString(host.externalId().get(parent)),
                            path(projection, host, range)));
        }
        return cells;
    }

    private static String path(RangeProjection projection, HostTable host, int range) {
        var text = new StringBuilder();
        for (int row : projection.nesting().path(range)) {
            text.append(':').append(host.externalId().get(row));
        }
        return text.toString();
    }

    static void spread(NsysTime time, List<String> line) {
        line.add(oneDecimal(time.averageNanos()));
        line.add(oneDecimal(time.medianNanos()));
        line.add(Long.toString(time.minNanos()));
        line.add(Long.toString(time.maxNanos()));
        line.add(oneDecimal(time.deviationNanos()));
    }

    /// As the SQLite within nsys rounds: it adds a half and a hair for the lost digits of small
    /// numbers, then cuts.
    static String oneDecimal(double value) {
        double hair = Math.getExponent(value) / 3 < 14 ? value * 3e-16 : 0;
        return new BigDecimal(value)
                .add(new BigDecimal("0.05"))
                .add(new BigDecimal(hair))
                .setScale(1, RoundingMode.DOWN)
                .toPlainString();
    }
}
