package dev.llmprof.analysis.breakdown;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Ranges that differ by a number only as one row each, where there are several: `denoise step #`.
public final class RangeFolds {
    private static final int SEVERAL = 3;
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private RangeFolds() {}

    /// The longest first, as before.
    public static List<RangeBreakdown.Row> of(List<RangeBreakdown.Row> rows) {
        Map<String, List<RangeBreakdown.Row>> alike = new LinkedHashMap<>();
        for (RangeBreakdown.Row row : rows) {
            alike.computeIfAbsent(folded(row.name()), _ -> new ArrayList<>()).add(row);
        }
        List<RangeBreakdown.Row> all = new ArrayList<>();
        alike.forEach((name, some) -> {
            if (some.size() < SEVERAL) {
                all.addAll(some);
            } else {
                all.add(some.stream().reduce((a, b) -> sum(name, a, b)).orElseThrow());
            }
        });
        all.sort(Comparator.comparingLong(RangeBreakdown.Row::hostNanos).reversed());
        return all;
    }

    private static String folded(String name) {
        return NUMBER.matcher(name).replaceAll("#");
    }

    private static RangeBreakdown.Row sum(String name, RangeBreakdown.Row a, RangeBreakdown.Row b) {
        return new RangeBreakdown.Row(
                name,
                a.hostCount() + b.hostCount(),
                a.hostNanos() + b.hostNanos(),
                a.hostSelfNanos() + b.hostSelfNanos(),
                a.recordedCount() + b.recordedCount(),
                a.recordedNanos() + b.recordedNanos(),
                a.projectedInstances() + b.projectedInstances(),
                a.projection().plus(b.projection()),
                a.ownGpuNanos() + b.ownGpuNanos(),
                a.innermostSpans() + b.innermostSpans(),
                a.innermostSpanNanos() + b.innermostSpanNanos(),
                a.thread().equals(b.thread()) ? a.thread() : "several");
    }
}
