package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.Names;
import java.util.Comparator;
import java.util.List;

/// Operators by name, the longest own host time first. Device times are sums over the GPU events
/// attributed, so that overlapping kernels count twice; recursion counts twice in totals. Calls
/// that graphs replay count as calls; they have no host time.
public record OperatorBreakdown(
        long calls, long selfHostNanos, long totalHostNanos, long deviceNanos, List<Row> rows) {
    /// One operator; `inputShapes` is empty in the breakdown by name alone.
    public record Row(
            String name,
            String inputShapes,
            long calls,
            long selfHostNanos,
            long totalHostNanos,
            long deviceNanos,
            long deviceTotalNanos) {
        Row withoutShapes() {
            return new Row(
                    name, "", calls, selfHostNanos, totalHostNanos, deviceNanos, deviceTotalNanos);
        }

        Row plus(Row other) {
            return new Row(
                    name,
                    inputShapes,
                    calls + other.calls,
                    selfHostNanos + other.selfHostNanos,
                    totalHostNanos + other.totalHostNanos,
                    deviceNanos + other.deviceNanos,
                    deviceTotalNanos + other.deviceTotalNanos);
        }

        Row and(long moreCalls, long moreDeviceNanos) {
            return new Row(
                    name,
                    inputShapes,
                    calls + moreCalls,
                    selfHostNanos,
                    totalHostNanos,
                    deviceNanos + moreDeviceNanos,
                    deviceTotalNanos + moreDeviceNanos);
        }
    }

    /// Those with device time of their own, the longest first.
    public List<Row> byDevice() {
        return rows.stream()
                .filter(row -> row.deviceNanos() > 0)
                .sorted(
                        Comparator.comparingLong(Row::deviceNanos)
                                .reversed()
                                .thenComparing(Row::name, Names.BY_CODE_POINT)
                                .thenComparing(Row::inputShapes, Names.BY_CODE_POINT))
                .toList();
    }
}
