package dev.llmprof.report.section;

import dev.llmprof.analysis.ncu.KernelCounters;
import dev.llmprof.analysis.ncu.NcuFact;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.List;

/// A kernel's counters as cells of a table, and their columns.
public final class KernelCells {
    public static final List<NcuFact> SHOWN =
            List.of(
                    NcuFact.SM_THROUGHPUT,
                    NcuFact.MEMORY_THROUGHPUT,
                    NcuFact.DRAM_THROUGHPUT,
                    NcuFact.L2_THROUGHPUT,
                    NcuFact.L1_THROUGHPUT,
                    NcuFact.ACHIEVED_OCCUPANCY);

    private KernelCells() {}

    public static String title(NcuFact fact) {
        return switch (fact) {
            case SM_THROUGHPUT -> "SM";
            case MEMORY_THROUGHPUT -> "memory";
            case DRAM_THROUGHPUT -> "DRAM";
            case L2_THROUGHPUT -> "L2";
            case L1_THROUGHPUT -> "L1";
            case ACHIEVED_OCCUPANCY -> "occupancy";
            default -> fact.column();
        };
    }

    public static List<Block.Column> columns() {
        List<Block.Column> columns = new ArrayList<>();
        columns.add(
                Block.Column.number("one launch").meaning("as ncu timed it, at its own clocks"));
        SHOWN.forEach(fact -> columns.add(Block.Column.number(title(fact))));
        columns.add(Block.Column.number("FLOP/B"));
        columns.add(Block.Column.number("FLOP/s"));
        return columns;
    }

    public static List<Cell> of(KernelCounters counters) {
        List<Cell> cells = new ArrayList<>();
        cells.add(
                counters.fact(NcuFact.DURATION).isPresent()
                        ? Cell.nanos(counters.fact(NcuFact.DURATION).getAsDouble())
                        : Cell.absent("ncu gave no duration"));
        SHOWN.forEach(fact -> cells.add(percent(counters, fact)));
        Cell uncounted = Cell.absent("operations were not counted; add the tensor and FP metrics");
        cells.add(
                counters.roofline()
                        .map(p -> Cell.number(p.flopsPerByte(), Unit.PLAIN))
                        .orElse(uncounted));
        cells.add(
                counters.roofline()
                        .map(p -> Cell.number(p.flopsPerSecond(), Unit.FLOPS_PER_SECOND))
                        .orElse(uncounted));
        return cells;
    }

    static Cell percent(KernelCounters counters, NcuFact fact) {
        return counters.fact(fact).isPresent()
                ? Cell.number(counters.fact(fact).getAsDouble() / 100, Unit.FRACTION)
                : Cell.absent("its section was not collected");
    }
}
