package dev.llmprof.report.section;

import dev.llmprof.analysis.plan.NcuCoverage;
import dev.llmprof.analysis.plan.NcuCoverage.MeasuredClass;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.table.TrustTables;
import java.util.List;
import java.util.OptionalDouble;

/// How much of the kernel time the counters stand for, where they were planned within a budget.
final class CoverageBlocks {
    private CoverageBlocks() {}

    static List<Block> of(NcuCoverage coverage, int limit) {
        if (coverage.classes().isEmpty()) {
            return List.of();
        }
        return List.of(
                new Block.Paragraph(words(coverage)),
                TrustTables.COVERAGE.grid(
                        "Classes of launches that were planned, the most to gain first",
                        coverage.classes(),
                        limit,
                        "kernel",
                        "grid",
                        "block",
                        "launches",
                        "share",
                        "measured",
                        "replayed_ns",
                        "sm_throughput",
                        "dram_throughput"));
    }

    private static String words(NcuCoverage coverage) {
        long measured = coverage.classes().stream().filter(each -> each.measured() > 0).count();
        return "Counters of "
                + measured
                + " of "
                + coverage.classes().size()
                + " planned classes of launches stand for "
                + Cell.share(coverage.coveredShare()).shown()
                + " of the kernel time; "
                + Cell.share(coverage.plannedShare()).shown()
                + " was planned."
                + spread(" Over them, by time: SM ", coverage.spread(MeasuredClass::smThroughput))
                + spread(", DRAM ", coverage.spread(MeasuredClass::dramThroughput));
    }

    private static String spread(String before, OptionalDouble share) {
        return share.isPresent()
                ? before + Cell.number(share.getAsDouble(), Unit.FRACTION).shown() + " of its peak"
                : "";
    }
}
