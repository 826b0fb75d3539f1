package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.source.KernelJoin;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.table.SourceTables;
import java.util.ArrayList;
import java.util.List;

/// Kernel times as each source has them, side by side: two that disagree are shown, not averaged.
public final class SourcesBlocks {
    private static final int MOST_SOURCES = 6;

    /// More leave no room for the calls beside the times.
    private static final int MOST_WITH_CALLS = 3;

    private SourcesBlocks() {}

    public static List<String> sources(Findings findings) {
        return findings.kernels().stream()
                .flatMap(join -> join.times().stream())
                .map(KernelJoin.Time::source)
                .distinct()
                .limit(MOST_SOURCES)
                .toList();
    }

    static Block.Grid table(Findings findings, int limit) {
        List<String> sources = sources(findings);
        List<Block.Column> columns = new ArrayList<>();
        columns.add(Block.Column.words("kernel"));
        for (String source : sources) {
            columns.add(Block.Column.number("share, " + label(source, sources)).meaning(source));
            columns.add(Block.Column.number("total").meaning(source));
            if (sources.size() <= MOST_WITH_CALLS) {
                columns.add(Block.Column.number("calls").meaning(source));
            }
        }
        List<KernelJoin> timed =
                findings.kernels().stream().filter(join -> !join.times().isEmpty()).toList();
        return new Block.Grid(
                        sources.size() == 1
                                ? "Kernels by total time, as " + sources.getFirst() + " has them"
                                : "Kernels as each source has them, matched by name",
                        columns,
                        timed.stream().limit(limit).map(join -> row(join, sources)).toList(),
                        Math.max(0, timed.size() - limit))
                .from(SourceTables.SOURCES.name());
    }

    /// The last part of the path that tells it from the others.
    private static String label(String source, List<String> all) {
        String[] parts = source.replace('\\', '/').split("/", -1);
        for (int from = parts.length - 1; from >= 0; from--) {
            String part = parts[from];
            if (all.stream()
                            .filter(other ->
                                    other.contains("/" + part + "/") || other.endsWith(part))
                            .count()
                    == 1) {
                return part;
            }
        }
        return parts[parts.length - 1];
    }

    private static List<Cell> row(KernelJoin join, List<String> sources) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.name(join.name()));
        for (String source : sources) {
            var time = join.times().stream().filter(t -> t.source().equals(source)).findFirst();
            Cell none = Cell.absent("not in " + source);
            cells.add(time.map(t -> Cell.share(t.share())).orElse(none));
            cells.add(time.map(t -> Cell.nanos(t.nanos())).orElse(none));
            if (sources.size() <= MOST_WITH_CALLS) {
                cells.add(time.map(t -> Cell.count(t.count())).orElse(none));
            }
        }
        return cells;
    }
}
