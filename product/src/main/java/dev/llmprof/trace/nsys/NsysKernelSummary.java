package dev.llmprof.trace.nsys;

import dev.llmprof.problem.Problem;
import dev.llmprof.trace.csv.CsvNumber;
import dev.llmprof.trace.csv.CsvRows;
import dev.llmprof.trace.ncu.NcuCsvColumns;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// nsys's table of kernels as CSV, of any version: `cuda_gpu_kern_sum`, and `gpukernsum` with its
/// rows by grid and block.
///
/// The titles are kept as they were found; a title is empty where the table has no such column.
public record NsysKernelSummary(
        List<Row> rows,
        String nameTitle,
        String timeTitle,
        String percentTitle,
        List<Problem> problems) {

    /// `totalNanos` is 0 and `percent` is NaN where the table has no such column.
    public record Row(String name, long totalNanos, double percent, long instances) {}

    public NsysKernelSummary {
        rows = List.copyOf(rows);
        problems = List.copyOf(problems);
    }

    public static NsysKernelSummary read(Path file) throws IOException {
        try (var bytes = Files.newInputStream(file)) {
            return read(bytes, file.toString());
        }
    }

    public static NsysKernelSummary read(InputStream bytes, String source) throws IOException {
        try (var csv = CsvRows.of(bytes)) {
            for (var row = csv.next(); row.isPresent(); row = csv.next()) {
                var columns = NsysSummaryColumns.of(row.get());
                if (columns.isPresent()) {
                    return new Rows(columns.get(), source).read(csv);
                }
            }
        }
        throw new Problem(
                        "no kernel summary here: no row has a column for the name and one for the"
                                + " time",
                        source,
                        "nsys stats --report cuda_gpu_kern_sum --format csv REPORT")
                .found();
    }

    private static final class Rows {
        private final NsysSummaryColumns columns;
        private final String source;
        private final List<Row> rows = new ArrayList<>();
        private final List<Integer> badLines = new ArrayList<>();

        Rows(NsysSummaryColumns columns, String source) {
            this.columns = columns;
            this.source = source;
        }

        NsysKernelSummary read(CsvRows csv) throws IOException {
            for (var row = csv.next(); row.isPresent(); row = csv.next()) {
                if (row.get().size() == 1 || NsysSummaryColumns.of(row.get()).isPresent()) {
                    break; // older versions print the next report's title into the same file
                }
                int line = csv.line();
                row(row.get()).ifPresentOrElse(rows::add, () -> badLines.add(line));
            }
            return new NsysKernelSummary(
                    rows,
                    columns.titleAt(columns.name()),
                    columns.titleAt(columns.time()),
                    columns.titleAt(columns.percent()),
                    problems(csv.isCut()));
        }

        private Optional<Row> row(List<String> cells) {
            String name = NcuCsvColumns.cell(cells, columns.name());
            OptionalDouble time = number(cells, columns.time());
            OptionalDouble percent = number(cells, columns.percent());
            if (name.isBlank() || (time.isEmpty() && percent.isEmpty())) {
                return Optional.empty();
            }
            return Optional.of(
                    new Row(
                            name,
                            Math.round(time.orElse(0) * columns.timeNanos()),
                            percent.orElse(Double.NaN),
                            Math.round(number(cells, columns.instances()).orElse(0))));
        }

        private static OptionalDouble number(List<String> cells, int place) {
            return place < 0
                    ? OptionalDouble.empty()
                    : CsvNumber.parse(NcuCsvColumns.cell(cells, place));
        }

        private List<Problem> problems(boolean cut) {
            List<Problem> problems = new ArrayList<>();
            if (!badLines.isEmpty()) {
                problems.add(leftOut());
            }
            if (cut) {
                problems.add(CsvRows.cutOff(source));
            }
            return problems;
        }

        private Problem leftOut() {
            int all = rows.size() + badLines.size();
            return new Problem(
                    badLines.size()
                            + " of "
                            + all
                            + " rows have no name or no time and were left out",
                    source + ":" + badLines.getFirst(),
                    badLines.size() * 10 > all
                            ? "write the table again: nsys stats --report cuda_gpu_kern_sum"
                                    + " --format csv REPORT"
                            : "");
        }
    }
}
