package dev.llmprof.trace.ncu;

import dev.llmprof.problem.Problem;
import dev.llmprof.trace.csv.CsvRows;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads what `ncu --csv` printed: the raw page (wide) and the details page (long), of any version.
///
/// Rows are ragged: a metric's row ends before the rule columns. Lines of the tool (`==PROF==`) and
/// of the program may stand before and between.
public final class NcuCsv {
    private final String source;
    private final Map<String, NcuCsvLaunch> launches = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();
    private Optional<NcuCsvColumns> columns = Optional.empty();
    private List<String> units = List.of();
    private int rows;
    private int skipped;

    private NcuCsv(String source) {
        this.source = source;
    }

    public static NcuProfile read(Path file) throws IOException {
        try (var bytes = Files.newInputStream(file)) {
            return read(bytes, file.toString());
        }
    }

    public static NcuProfile read(InputStream bytes, String source) throws IOException {
        try (var csv = CsvRows.of(bytes)) {
            return new NcuCsv(source).read(csv);
        }
    }

    private NcuProfile read(CsvRows csv) throws IOException {
        for (var row = csv.next(); row.isPresent(); row = csv.next()) {
            take(row.get());
        }
        if (columns.isEmpty()) {
            throw new Problem(
                            "no ncu table here: no row has the columns ID and Kernel Name",
                            source,
                            "make one: ncu --import REPORT.ncu-rep --csv --page raw")
                    .found();
        }
        if (skipped > 0) {
            remark();
        }
        if (csv.isCut()) {
            problems.add(CsvRows.cutOff(source));
        }
        var found = launches.values().stream().map(NcuCsvLaunch::launch).toList();
        return new NcuProfile(NcuSession.UNKNOWN, found, problems);
    }

    private void take(List<String> row) {
        var header = NcuCsvColumns.of(row);
        if (header.isPresent()) {
            columns = header;
            units = List.of();
            return;
        }
        if (columns.isEmpty() || row.getFirst().startsWith("==")) {
            return;
        }
        NcuCsvColumns names = columns.get();
        if (names.isUnits(row)) {
            units = List.copyOf(row);
            return;
        }
        rows++;
        if (!names.isData(row)) {
            skipped++;
            return;
        }
        launches.computeIfAbsent(names.key(row), _ -> NcuCsvLaunch.of(names, row))
                .add(names, row, units);
    }

    private void remark() {
        problems.add(
                new Problem(
                        "skipped " + skipped + " of " + rows + " rows that are not ncu data",
                        source,
                        skipped * 10L > rows
                                ? "keep the program's own output apart: ncu --log-file FILE"
                                : ""));
    }
}
