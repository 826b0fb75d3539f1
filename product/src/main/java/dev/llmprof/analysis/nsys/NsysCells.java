package dev.llmprof.analysis.nsys;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/// A summary of nsys as the cells of its CSV, title row first, to the digit.
public final class NsysCells {
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
