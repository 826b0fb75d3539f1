package dev.llmprof.analysis.nsys;

import dev.llmprof.table.LongIndex;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Projected ranges by style and name (`nvtx_gpu_proj_sum`), the longest total on the GPU first.
public record ProjectionSummary(List<Row> rows) {
    private static final Comparator<Row> ORDER =
            Comparator.comparingLong((Row row) -> row.projected().totalNanos())
                    .reversed()
                    .thenComparing(Row::name)
                    .thenComparing(Row::style);

    public ProjectionSummary {
        rows = List.copyOf(rows);
    }

    /// `projected` is time on the GPU, `hostNanos` the same ranges' time on the host. `level` and
    /// `children` are means.
    public record Row(
            String name,
            String style,
            NsysTime projected,
            long hostNanos,
            long operations,
            double level,
            double children) {}

    static ProjectionSummary of(RangeProjection projection, HostTable host) {
        var index = new LongIndex();
        int[] groups = new int[projection.size()];
        for (int row = 0; row < groups.length; row++) {
            long key = NsysSummaries.rangeKey(host, projection.range().get(row));
            index.putIfAbsent(key, index.size());
            groups[row] = index.get(key);
        }
        NsysTime[] times =
                NsysTimes.of(
                        groups.length,
                        index.size(),
                        row -> groups[row],
                        projection.durationNanos()::get);
        var sums = new Sum[times.length];
        for (int row = 0; row < groups.length; row++) {
            if (sums[groups[row]] == null) {
                sums[groups[row]] = new Sum(projection.range().get(row));
            }
            sums[groups[row]].add(projection, row, host);
        }
        List<Row> rows = new ArrayList<>();
        for (int group = 0; group < times.length; group++) {
            rows.add(sums[group].row(host, times[group]));
        }
        rows.sort(ORDER);
        return new ProjectionSummary(rows);
    }

    private static final class Sum {
        private final int range;
        private long hostNanos;
        private long operations;
        private long levels;
        private long children;

        private Sum(int range) {
            this.range = range;
        }

        private void add(RangeProjection projection, int row, HostTable host) {
            hostNanos += host.durationNanos().get(projection.range().get(row));
            operations += projection.operations().get(row);
            levels += projection.level().get(row);
            children += projection.children().get(row);
        }

        private Row row(HostTable host, NsysTime time) {
            return new Row(
                    NsysSummaries.rangeName(host, range),
                    NsysSummaries.style(host, range),
                    time,
                    hostNanos,
                    operations,
                    (double) levels / time.count(),
                    (double) children / time.count());
        }
    }
}
