package dev.llmprof.analysis;

import dev.llmprof.trace.NcuDirectory;
import dev.llmprof.trace.NcuLaunch;
import dev.llmprof.trace.NcuMetrics;
import dev.llmprof.trace.NcuUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One metric of one kernel, the mean over its launches, in its base unit: a row of
/// `all_metrics_long`.
public record NcuMetricRow(
        String kernelId, String section, String metric, double value, String unit) {
    private record Key(String section, String metric) {}

    private static final class Sum {
        private double sum;
        private int count;
        private String unit = "";
    }

    public static List<NcuMetricRow> of(NcuDirectory directory) {
        List<NcuMetricRow> rows = new ArrayList<>();
        for (var kernel : directory.kernels()) {
            rows.addAll(of(kernel.id(), kernel.launches()));
        }
        return rows;
    }

    public static List<NcuMetricRow> of(String kernelId, List<NcuLaunch> launches) {
        Map<Key, Sum> sums = new LinkedHashMap<>();
        for (NcuLaunch launch : launches) {
            add(launch.metrics(), sums);
        }
        List<NcuMetricRow> rows = new ArrayList<>();
        sums.forEach((key, sum) ->
                rows.add(
                        new NcuMetricRow(
                                kernelId,
                                key.section(),
                                key.metric(),
                                sum.sum / sum.count,
                                sum.unit)));
        return rows;
    }

    private static void add(NcuMetrics metrics, Map<Key, Sum> sums) {
        for (int row = 0; row < metrics.size(); row++) {
            var value = metrics.base(row);
            if (value.isPresent()) {
                var key = new Key(metrics.section(row), metrics.name(row));
                Sum sum = sums.computeIfAbsent(key, _ -> new Sum());
                sum.sum += value.getAsDouble();
                sum.count++;
                sum.unit = NcuUnit.base(metrics.unit(row));
            }
        }
    }
}
