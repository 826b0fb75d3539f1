package dev.llmprof.analysis.ncu;

import dev.llmprof.trace.ncu.NcuLaunch;
import dev.llmprof.trace.ncu.NcuMetrics;
import dev.llmprof.trace.ncu.NcuValue;
import java.util.ArrayList;
import java.util.List;

/// One metric of one launch, as ncu wrote it.
public record NcuLongRow(
        String kernelId, int launch, String section, String metric, double value, String unit) {

    /// Every number; texts and what has no data are left out.
    public static List<NcuLongRow> of(String kernelId, NcuLaunch launch) {
        NcuMetrics metrics = launch.metrics();
        List<NcuLongRow> rows = new ArrayList<>();
        for (int row = 0; row < metrics.size(); row++) {
            String section = metrics.section(row);
            String name = metrics.name(row);
            switch (metrics.value(row)) {
                case NcuValue.Quantity(double value, String unit) ->
                        rows.add(new NcuLongRow(kernelId, launch.id(), section, name, value, unit));
                case NcuValue.Count(long value, String unit) ->
                        rows.add(
                                new NcuLongRow(
                                        kernelId,
                                        launch.id(),
                                        section,
                                        name,
                                        (double) value,
                                        unit));
                case NcuValue.Text(_), NcuValue.NoData() -> {}
            }
        }
        return rows;
    }
}
