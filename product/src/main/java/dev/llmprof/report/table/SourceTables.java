package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.measured;
import static dev.llmprof.report.table.ResultColumn.name;
import static dev.llmprof.report.table.ResultColumn.nanos;
import static dev.llmprof.report.table.ResultColumn.share;
import static dev.llmprof.report.table.ResultColumn.text;

import dev.llmprof.analysis.ncu.KernelCounters;
import dev.llmprof.analysis.ncu.NcuFact;
import dev.llmprof.analysis.source.KernelJoin;
import dev.llmprof.analysis.source.SourceComparison;
import dev.llmprof.report.block.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Tables of kernels as each source has them: times, disagreements, counters.
public final class SourceTables {
    private SourceTables() {}

    /// A kernel's time in one source.
    public record TimeRow(String kernel, KernelJoin.Time time) {}

    /// What ncu counted of a kernel.
    public record CounterRow(KernelJoin join, KernelCounters counters) {
        Optional<Double> share() {
            return join.times().isEmpty() ? Optional.empty() : Optional.of(join.share());
        }

        Optional<Double> fact(NcuFact fact) {
            OptionalDouble value = counters.fact(fact);
            return value.isPresent()
                    ? Optional.of(fact.inColumnUnit(value.getAsDouble()))
                    : Optional.empty();
        }
    }

    /// What one source measured of a kernel; part of other tables.
    public static final ResultTable<KernelJoin.Time> TIME =
            ResultTable.of(
                    "kernel_time",
                    "What one source measured of a kernel.",
                    text("tool", "what recorded it", KernelJoin.Time::tool),
                    name("source", "the capture", KernelJoin.Time::source),
                    count("count", "launches", KernelJoin.Time::count),
                    nanos("total_ns", "sum of the durations", KernelJoin.Time::nanos),
                    share("share", "of the source's kernel time", KernelJoin.Time::share));

    public static final ResultTable<TimeRow> SOURCES =
            ResultTable.of(
                            "kernel_sources",
                            "Each kernel as each source timed it.",
                            name("kernel", "", TimeRow::kernel))
                    .and(TIME, TimeRow::time);

    public static final ResultTable<SourceComparison.Disagreement> DISAGREEMENTS =
            ResultTable.of(
                    "kernel_disagreements",
                    "Kernels that two tools timed differently.",
                    name("kernel", "", SourceComparison.Disagreement::kernel),
                    text("first_tool", "", row -> row.first().tool()),
                    count("first_count", "launches", row -> row.first().count()),
                    nanos("first_total_ns", "", row -> row.first().nanos()),
                    text("second_tool", "", row -> row.second().tool()),
                    count("second_count", "launches", row -> row.second().count()),
                    nanos("second_total_ns", "", row -> row.second().nanos()));

    public static final ResultTable<CounterRow> COUNTERS =
            new ResultTable<>(
                    "kernel_counters",
                    "What ncu counted, with the kernel's share of the run.",
                    counterColumns());

    private static List<ResultColumn<CounterRow>> counterColumns() {
        List<ResultColumn<CounterRow>> columns = new ArrayList<>();
        columns.add(name("kernel", "", row -> row.join().name()));
        columns.add(text("id", "of the launch", row -> row.counters().id()));
        columns.add(text("grid", "", row -> row.counters().grid()));
        columns.add(text("block", "", row -> row.counters().block()));
        columns.add(count("launches", "", row -> row.counters().launches()));
        columns.add(
                measured("share", Unit.FRACTION, "of the run's kernel time", CounterRow::share));
        columns.add(text("bound", "", row -> row.counters().boundBy().bound().label()));
        columns.add(text("limiter", "", row -> row.counters().boundBy().limiter()));
        for (NcuFact fact : NcuFact.values()) {
            columns.add(measured(fact.column(), Unit.PLAIN, "", row -> row.fact(fact)));
        }
        columns.add(
                measured(
                        "flops_per_byte",
                        Unit.PLAIN,
                        "",
                        row -> row.counters().roofline().map(p -> p.flopsPerByte())));
        columns.add(
                measured(
                        "flops_per_second",
                        Unit.PLAIN,
                        "",
                        row -> row.counters().roofline().map(p -> p.flopsPerSecond())));
        return columns;
    }

    static List<FilledTable<?>> of(List<KernelJoin> joins) {
        return List.of(
                SOURCES.filled(
                        joins.stream()
                                .flatMap(join ->
                                        join.times().stream()
                                                .map(time -> new TimeRow(join.name(), time)))
                                .toList()),
                DISAGREEMENTS.filled(SourceComparison.of(joins).disagreements()),
                COUNTERS.filled(
                        joins.stream()
                                .flatMap(join ->
                                        join.counters().stream()
                                                .map(each -> new CounterRow(join, each)))
                                .toList()));
    }
}
