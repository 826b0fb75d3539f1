package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.fractionalNanos;
import static dev.llmprof.report.table.ResultColumn.number;
import static dev.llmprof.report.table.ResultColumn.text;
import static dev.llmprof.report.table.ResultColumn.truth;

import dev.llmprof.analysis.workload.PhaseUtilisation;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.report.block.Unit;

/// The table of how much of the device each phase used.
public final class UtilisationTable {
    private UtilisationTable() {}

    public static final ResultTable<PhaseUtilisation> PHASES =
            ResultTable.of(
                    "utilisation",
                    "How much of the device's peaks each phase used, without those nested in it; vision is its stages together.",
                    text("phase", "", PhaseUtilisation::phase),
                    number("mfu", Unit.FRACTION, "0 to 1", PhaseUtilisation::mfu),
                    number("mbu", Unit.FRACTION, "0 to 1", PhaseUtilisation::mbu),
                    number(
                            "flops_per_byte",
                            Unit.FLOPS_PER_BYTE,
                            "of the matrix units",
                            PhaseUtilisation::flopsPerByte),
                    number(
                            "tensor_flops",
                            Unit.FLOPS,
                            "of the matrix units, of one request",
                            PhaseUtilisation::tensorFlops),
                    number(
                            "bytes",
                            Unit.BYTES,
                            "moved at least, of one request",
                            PhaseUtilisation::bytes),
                    fractionalNanos(
                            "measured_ns", "of one request", PhaseUtilisation::measuredNanos),
                    count("requests", "that the time is of", row -> row.time().count()),
                    text("statistic", "what the time is of them", row -> row.time().statistic()),
                    text(
                            "time_source",
                            "bare: the workload's own clock with no profiler at work; torch: the same while PyTorch's profiler recorded, or its trace; else the tool of the capture",
                            row -> row.time().source()),
                    text("hardware", "", row -> row.peaks().device()),
                    text("peak", "", row -> row.peaks().format() + " dense"),
                    number(
                            "peak_flops_per_second",
                            Unit.FLOPS_PER_SECOND,
                            "",
                            row -> row.peaks().flopsPerSecond()),
                    number(
                            "bandwidth_bytes_per_second",
                            Unit.BYTES_PER_SECOND,
                            "",
                            row -> row.peaks().bytesPerSecond()),
                    truth(
                            "above_peak",
                            "a utilisation above 1 is an internal error",
                            PhaseUtilisation::abovePeak),
                    text(
                            "convention",
                            "what is counted, over which time",
                            _ -> RunUtilisation.CONVENTION));
}
