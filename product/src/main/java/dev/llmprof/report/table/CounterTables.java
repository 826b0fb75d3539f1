package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.measured;
import static dev.llmprof.report.table.ResultColumn.name;
import static dev.llmprof.report.table.ResultColumn.number;
import static dev.llmprof.report.table.ResultColumn.text;

import dev.llmprof.analysis.kernel.KernelNames;
import dev.llmprof.analysis.ncu.KernelCounters;
import dev.llmprof.analysis.ncu.NcuFact;
import dev.llmprof.analysis.ncu.NcuLongRow;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.ShownText;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/// Tables of the ncu/ folder: what was counted of each kernel, as files of the same names hold it.
public final class CounterTables {
    private static final String KERNEL_ID = "kernel_id";
    private static final String OF_THE_KERNEL = "the kernel's folder or launch";

    private CounterTables() {}

    public static final ResultTable<KernelCounters> KERNELS =
            new ResultTable<>(
                    "metrics_summary", "What ncu counted of each kernel.", kernelColumns());

    public static final ResultTable<KernelCounters> CLASSES =
            ResultTable.of(
                    "classification_summary",
                    "What each kernel is bound by.",
                    text(KERNEL_ID, OF_THE_KERNEL, KernelCounters::id),
                    text("classification", "", kernel -> kernel.boundBy().bound().label()),
                    text("leaning", "", kernel -> kernel.boundBy().leaning().label()),
                    text("limiter", "", kernel -> kernel.boundBy().limiter()),
                    text(
                            "sm_against_dram",
                            "",
                            kernel -> kernel.boundBy().smAgainstDram().label()));

    public static final ResultTable<NcuLongRow> METRICS =
            ResultTable.of(
                    "all_metrics_long",
                    "Every metric of every launch.",
                    text(KERNEL_ID, OF_THE_KERNEL, NcuLongRow::kernelId),
                    text("section", "", NcuLongRow::section),
                    text("metric_name", "", NcuLongRow::metric),
                    number("value", Unit.PLAIN, "", NcuLongRow::value),
                    text("unit", "as ncu has it", NcuLongRow::unit),
                    count("launch", "", NcuLongRow::launch));

    private static List<ResultColumn<KernelCounters>> kernelColumns() {
        List<ResultColumn<KernelCounters>> columns = new ArrayList<>();
        columns.add(text(KERNEL_ID, OF_THE_KERNEL, KernelCounters::id));
        columns.add(name("kernel_name", "", KernelCounters::name));
        columns.add(text("display_name", "shortened, or as described", CounterTables::display));
        columns.add(text("grid_size", "", kernel -> ofLaunch(kernel, kernel.grid())));
        columns.add(text("block_size", "", kernel -> ofLaunch(kernel, kernel.block())));
        columns.add(text("device", "", KernelCounters::device));
        columns.add(text("cc", "compute capability", KernelCounters::computeCapability));
        columns.add(text("process", "", KernelCounters::process));
        columns.add(
                new ResultColumn<>(
                        "process_id", ResultColumn.Kind.WHOLE, "", CounterTables::processId));
        for (NcuFact fact : NcuFact.values()) {
            columns.add(measured(fact.column(), Unit.PLAIN, "", kernel -> value(kernel, fact)));
        }
        columns.add(text("classification", "", kernel -> kernel.boundBy().bound().label()));
        columns.add(
                measured(
                        "roofline_ai_flops_per_byte",
                        Unit.PLAIN,
                        "",
                        kernel -> kernel.roofline().map(point -> point.flopsPerByte())));
        columns.add(
                measured(
                        "roofline_flops_per_s",
                        Unit.PLAIN,
                        "",
                        kernel -> kernel.roofline().map(point -> point.flopsPerSecond())));
        columns.add(text("limiter", "", kernel -> kernel.boundBy().limiter()));
        columns.add(
                text("sm_against_dram", "", kernel -> kernel.boundBy().smAgainstDram().label()));
        columns.add(count("launches", "", KernelCounters::launches));
        return columns;
    }

    /// A kernel's name for a drawing.
    public static String display(KernelCounters kernel) {
        return kernel.friendlyName().isEmpty()
                ? ShownText.shortened(KernelNames.brief(kernel.name()), 80)
                : kernel.friendlyName();
    }

    private static String ofLaunch(KernelCounters kernel, String value) {
        return kernel.launches() == 0 ? "" : value;
    }

    private static Cell processId(KernelCounters kernel) {
        return kernel.launches() == 0
                ? Cell.absent("nothing was profiled")
                : Cell.count(kernel.processId());
    }

    /// 6.75 µs that became 6750 ns must not come back as 6.7500000000000004.
    private static Optional<Double> value(KernelCounters kernel, NcuFact fact) {
        OptionalDouble value = kernel.fact(fact);
        return value.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Double.parseDouble(
                                String.format(
                                        Locale.ROOT,
                                        "%.12g",
                                        fact.inColumnUnit(value.getAsDouble()))));
    }
}
