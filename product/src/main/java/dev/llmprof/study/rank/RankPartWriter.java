package dev.llmprof.study.rank;

import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.rank.RankCollectives;
import dev.llmprof.analysis.rank.RankFacts;
import dev.llmprof.analysis.rank.RankIntervals;
import dev.llmprof.analysis.rank.RankRecord;
import dev.llmprof.problem.Problem;
import dev.llmprof.table.parquet.ParquetColumn;
import dev.llmprof.table.parquet.ParquetFile;
import dev.llmprof.trace.RankGroup;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// Writes records of ranks to Parquet, one after the other.
final class RankPartWriter implements Closeable {
    private final ParquetFile facts;
    private final ParquetFile groups;
    private final ParquetFile collectives;
    private final ParquetFile intervals;
    private final ParquetFile parts;
    private final ParquetFile kernels;
    private final ParquetFile problems;
    private final RankShare share;
    private final long captures;
    private final Path folder;
    private int number;

    /// `captures` tells all captures, of which the share is, from others.
    RankPartWriter(Path folder, RankShare share, long captures) throws IOException {
        this.share = share;
        this.captures = captures;
        this.folder = folder;
        facts = table(folder, RankPart.FACTS);
        groups = table(folder, RankPart.GROUPS);
        collectives = table(folder, RankPart.COLLECTIVES);
        intervals = table(folder, RankPart.INTERVALS);
        parts = table(folder, RankPart.PARTS);
        kernels = table(folder, RankPart.KERNELS);
        problems = table(folder, RankPart.PROBLEMS);
    }

    private static ParquetFile table(Path folder, RankPart table) throws IOException {
        List<ParquetColumn> columns =
                table.columns().stream()
                        .map(name ->
                                table.isText(name)
                                        ? ParquetColumn.words(name)
                                        : ParquetColumn.whole(name))
                        .toList();
        return new ParquetFile(folder.resolve(table.fileName()), columns);
    }

    void add(RankRecord rank) throws IOException {
        facts(rank.facts());
        for (RankGroup group : rank.groups()) {
            groups.row(
                    number,
                    group.name(),
                    group.description(),
                    group.backend(),
                    group.ranks().stream().map(String::valueOf).collect(Collectors.joining(",")));
        }
        collectives(rank.collectives());
        intervals(rank.intervals());
        for (RankRecord.KernelSum kernel : rank.kernels()) {
            kernels.row(number, kernel.name(), kernel.count(), kernel.nanos());
        }
        number++;
    }

    void problem(Problem problem) throws IOException {
        problems.row(problem.what(), problem.at(), problem.fix());
    }

    private void facts(RankFacts rank) throws IOException {
        GpuTimeline time = rank.timeline();
        facts.row(
                rank.rank(),
                rank.place(),
                rank.named() ? 1 : 0,
                rank.source(),
                rank.host(),
                rank.device(),
                rank.worldSize(),
                rank.backend(),
                rank.whole() ? 1 : 0,
                rank.kernels(),
                rank.baseNanos(),
                time.spanNanos(),
                time.busyNanos(),
                time.computationNanos(),
                time.communicationNanos(),
                time.exposedCommunicationNanos(),
                time.copyNanos(),
                time.exposedCopyNanos(),
                time.overlapNanos());
    }

    private void collectives(RankCollectives rows) throws IOException {
        for (int row = 0; row < rows.size(); row++) {
            collectives.row(
                    number,
                    rows.group().get(row),
                    rows.kindOf(row).label(),
                    rows.startNanos().get(row),
                    rows.endNanos().get(row),
                    rows.sequence().get(row),
                    rows.sentBytes().get(row),
                    rows.receivedBytes().get(row),
                    rows.peer().get(row),
                    rows.thread().get(row));
        }
    }

    /// The last row of a rank is where its time ends.
    private void intervals(RankIntervals rows) throws IOException {
        for (int row = 0; row < rows.size(); row++) {
            intervals.row(number, rows.boundsNanos().get(row), rows.collective().get(row));
            for (int part = rows.firstPart().get(row);
                    part < rows.firstPart().get(row + 1);
                    part++) {
                parts.row(
                        number,
                        row,
                        rows.partKind().get(part),
                        rows.partName().get(part),
                        rows.partNanos().get(part));
            }
        }
        intervals.row(number, rows.boundsNanos().get(rows.size()), RankPart.END);
    }

    @Override
    public void close() throws IOException {
        try (facts;
                groups;
                collectives;
                intervals;
                parts;
                kernels) {
            problems.close();
        }
        try (ParquetFile shares = table(folder, RankPart.SHARES)) {
            for (int at = 0; at < RankPart.CHECKED.size(); at++) {
                long checksum = RankPart.CHECKED.get(at).checksum(folder);
                shares.row(share.number(), share.of(), captures, at, checksum);
            }
        }
    }
}
