package dev.llmprof.study.table;

import static dev.llmprof.table.parquet.ParquetColumn.number;
import static dev.llmprof.table.parquet.ParquetColumn.whole;
import static dev.llmprof.table.parquet.ParquetColumn.words;

import dev.llmprof.table.parquet.ParquetFile;
import dev.llmprof.trace.ncu.NcuLaunch;
import dev.llmprof.trace.ncu.NcuMetrics;
import dev.llmprof.trace.ncu.NcuProfile;
import dev.llmprof.trace.ncu.NcuUnit;
import dev.llmprof.trace.ncu.NcuValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Every number that ncu collected, one row each, in base units: `ncu_metrics`, for SQL.
public final class NcuTables {
    public static final EventTable METRICS =
            new EventTable(
                    "ncu_metrics",
                    "Every number that ncu collected, in base units, and every text.",
                    List.of(
                            words("source"),
                            whole("launch"),
                            words("kernel"),
                            words("section"),
                            words("metric"),
                            number("value"),
                            words("unit"),
                            words("text")));

    private NcuTables() {}

    public static List<ParquetFile> write(Path folder, Map<String, NcuProfile> profiles)
            throws IOException {
        if (profiles.isEmpty()) {
            return List.of();
        }
        ParquetFile table = METRICS.in(folder);
        try (table) {
            for (var profile : profiles.entrySet()) {
                for (NcuLaunch launch : profile.getValue().launches()) {
                    rows(profile.getKey(), launch, table);
                }
            }
        }
        return List.of(table);
    }

    private static void rows(String source, NcuLaunch launch, ParquetFile table)
            throws IOException {
        NcuMetrics metrics = launch.metrics();
        for (int row = 0; row < metrics.size(); row++) {
            var value = metrics.base(row);
            String text = metrics.value(row) instanceof NcuValue.Text(String words) ? words : "";
            if (value.isPresent() || !text.isEmpty()) {
                table.row(
                        source,
                        launch.id(),
                        launch.kernel().demangled(),
                        metrics.section(row),
                        metrics.name(row),
                        value.orElse(Double.NaN),
                        NcuUnit.base(metrics.unit(row)),
                        text);
            }
        }
    }
}
