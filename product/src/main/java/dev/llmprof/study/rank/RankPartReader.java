package dev.llmprof.study.rank;

import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.rank.CollectiveKind;
import dev.llmprof.analysis.rank.RankCollectives;
import dev.llmprof.analysis.rank.RankFacts;
import dev.llmprof.analysis.rank.RankIntervals;
import dev.llmprof.analysis.rank.RankRecord;
import dev.llmprof.problem.Problem;
import dev.llmprof.table.LongColumn;
import dev.llmprof.table.TextColumn;
import dev.llmprof.table.parquet.ParquetTable;
import dev.llmprof.trace.RankGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Reads the records of ranks of one part.
final class RankPartReader {
    private final Path folder;

    RankPartReader(Path folder) {
        this.folder = folder;
    }

    /// A table's columns by name.
    private record Columns(Map<String, LongColumn> numbers, Map<String, TextColumn> texts) {
        long number(String column, int row) {
            return numbers.getOrDefault(column, LongColumn.of()).get(row);
        }

        int whole(String column, int row) {
            return Math.toIntExact(number(column, row));
        }

        String text(String column, int row) {
            return texts.getOrDefault(column, TextColumn.of()).get(row);
        }

        boolean hasRows(int count) {
            return numbers.values().stream().allMatch(column -> column.size() == count);
        }

        /// Whether all columns are equally long.
        boolean isEven() {
            return hasRows(rows())
                    && texts.values().stream().allMatch(column -> column.codes().size() == rows());
        }

        int rows() {
            return numbers.isEmpty()
                    ? texts.values().iterator().next().codes().size()
                    : numbers.values().iterator().next().size();
        }

        /// Where the rows of each rank begin, and behind the last where they end.
        int[] starts(int ranks) {
            int[] starts = new int[ranks + 1];
            int row = 0;
            for (int rank = 0; rank < ranks; rank++) {
                starts[rank] = row;
                while (row < rows() && number("record", row) == rank) {
                    row++;
                }
            }
            starts[ranks] = row;
            return starts;
        }
    }

    private Columns read(RankPart table) throws IOException {
        ParquetTable file = ParquetTable.read(folder.resolve(table.fileName()));
        Map<String, LongColumn> numbers = new HashMap<>();
        Map<String, TextColumn> texts = new HashMap<>();
        for (String column : table.columns()) {
            if (table.isText(column)) {
                texts.put(column, file.words(column));
            } else {
                numbers.put(column, file.whole(column));
            }
        }
        return new Columns(numbers, texts);
    }

    static boolean isPart(Path folder) {
        return Stream.concat(RankPart.CHECKED.stream(), Stream.of(RankPart.SHARES))
                .allMatch(table -> Files.isRegularFile(folder.resolve(table.fileName())));
    }

    /// Which share it is, if it is whole.
    RankShare share() throws IOException {
        Columns rows = read(RankPart.SHARES);
        List<RankPart> tables = RankPart.CHECKED;
        boolean whole = rows.hasRows(tables.size());
        for (int row = 0; whole && row < tables.size(); row++) {
            whole =
                    rows.number("number", row) == row
                            && rows.number("crc32", row) == tables.get(row).checksum(folder);
        }
        if (!whole
                || rows.number("share", 0) < 1
                || rows.number("of", 0) < rows.number("share", 0)
                || rows.number("of", 0) > RankShare.MOST) {
            throw damaged();
        }
        return new RankShare(rows.whole("share", 0), rows.whole("of", 0));
    }

    /// Equal in all parts of the same captures.
    long captures() throws IOException {
        return read(RankPart.SHARES).number("captures", 0);
    }

    private Problem.Found damaged() {
        return new Problem(
                        "this part is damaged, or only a piece of it is here",
                        folder.toString(),
                        "write the part again with llmprof analyze DIR --reduce I/N -o PART")
                .found();
    }

    List<Problem> problems() throws IOException {
        Columns rows = read(RankPart.PROBLEMS);
        List<Problem> problems = new ArrayList<>();
        if (!rows.isEven()) {
            throw damaged();
        }
        for (int row = 0; row < rows.rows(); row++) {
            problems.add(
                    new Problem(
                            rows.text("what", row), rows.text("at", row), rows.text("fix", row)));
        }
        return problems;
    }

    /// Tables that do not fit together are damage too, though each may be whole.
    List<RankRecord> records() throws IOException {
        try {
            return fitted();
        } catch (IndexOutOfBoundsException | ArithmeticException | IllegalArgumentException odd) {
            throw damaged();
        }
    }

    private List<RankRecord> fitted() throws IOException {
        Columns facts = read(RankPart.FACTS);
        int ranks = facts.rows();
        List<List<RankGroup>> groups = groups(ranks);
        List<RankCollectives> collectives = collectives(ranks);
        List<RankIntervals> intervals = intervals(ranks);
        List<List<RankRecord.KernelSum>> kernels = kernels(ranks);
        List<RankRecord> records = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            records.add(
                    new RankRecord(
                            facts(facts, rank),
                            groups.get(rank),
                            collectives.get(rank),
                            intervals.get(rank),
                            kernels.get(rank)));
        }
        return records;
    }

    private static RankFacts facts(Columns rows, int row) {
        return new RankFacts(
                rows.whole("rank", row),
                rows.text("place", row),
                rows.number("named", row) == 1,
                rows.text("source", row),
                rows.text("host", row),
                rows.text("device", row),
                rows.whole("world_size", row),
                rows.text("backend", row),
                rows.number("whole", row) == 1,
                rows.number("kernels", row),
                rows.number("base_ns", row),
                new GpuTimeline(
                        rows.number("span_ns", row),
                        rows.number("busy_ns", row),
                        rows.number("computation_ns", row),
                        rows.number("total_comm_ns", row),
                        rows.number("exposed_comm_ns", row),
                        rows.number("total_memcpy_ns", row),
                        rows.number("exposed_memcpy_ns", row),
                        rows.number("comm_comp_overlap_ns", row)));
    }

    private List<List<RankGroup>> groups(int ranks) throws IOException {
        Columns rows = read(RankPart.GROUPS);
        int[] starts = rows.starts(ranks);
        List<List<RankGroup>> all = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            List<RankGroup> groups = new ArrayList<>();
            for (int row = starts[rank]; row < starts[rank + 1]; row++) {
                groups.add(
                        new RankGroup(
                                rows.text("name", row),
                                rows.text("description", row),
                                rows.text("backend", row),
                                Arrays.stream(rows.text("ranks", row).split(",", -1))
                                        .filter(number -> !number.isEmpty())
                                        .map(Integer::valueOf)
                                        .toList()));
            }
            all.add(groups);
        }
        return all;
    }

    private List<RankCollectives> collectives(int ranks) throws IOException {
        Columns rows = read(RankPart.COLLECTIVES);
        int[] starts = rows.starts(ranks);
        List<RankCollectives> all = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            var collectives = new RankCollectives.Builder();
            for (int row = starts[rank]; row < starts[rank + 1]; row++) {
                collectives
                        .what(
                                CollectiveKind.of(rows.text("kind", row)),
                                rows.number("start_ns", row),
                                rows.number("end_ns", row))
                        .whose(
                                rows.whole("group", row),
                                rows.whole("peer", row),
                                rows.number("thread", row),
                                rows.number("sequence", row))
                        .bytes(rows.number("sent_bytes", row), rows.number("received_bytes", row));
            }
            all.add(collectives.build());
        }
        return all;
    }

    private List<RankIntervals> intervals(int ranks) throws IOException {
        Columns rows = read(RankPart.INTERVALS);
        Columns parts = read(RankPart.PARTS);
        int[] starts = rows.starts(ranks);
        int[] partStarts = parts.starts(ranks);
        List<RankIntervals> all = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            var intervals = new RankIntervals.Builder();
            int part = partStarts[rank];
            int last = starts[rank + 1] - 1;
            for (int row = starts[rank]; row < last; row++) {
                intervals.interval(rows.number("start_ns", row), rows.whole("collective", row));
                while (part < partStarts[rank + 1]
                        && parts.number("interval", part) == row - starts[rank]) {
                    intervals.part(
                            parts.whole("part", part),
                            parts.text("name", part),
                            parts.number("nanos", part));
                    part++;
                }
            }
            all.add(intervals.build(rows.number("start_ns", last)));
        }
        return all;
    }

    private List<List<RankRecord.KernelSum>> kernels(int ranks) throws IOException {
        Columns rows = read(RankPart.KERNELS);
        int[] starts = rows.starts(ranks);
        List<List<RankRecord.KernelSum>> all = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            List<RankRecord.KernelSum> kernels = new ArrayList<>();
            for (int row = starts[rank]; row < starts[rank + 1]; row++) {
                kernels.add(
                        new RankRecord.KernelSum(
                                rows.text("name", row),
                                rows.number("count", row),
                                rows.number("nanos", row)));
            }
            all.add(kernels);
        }
        return all;
    }
}
