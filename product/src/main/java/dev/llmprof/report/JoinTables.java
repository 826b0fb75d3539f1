package dev.llmprof.report;

import dev.llmprof.analysis.Findings;
import dev.llmprof.analysis.KernelCounters;
import dev.llmprof.analysis.KernelJoin;
import dev.llmprof.analysis.NcuFact;
import dev.llmprof.analysis.OperatorJoin;
import dev.llmprof.analysis.PhaseOperator;
import dev.llmprof.analysis.Prediction;
import dev.llmprof.analysis.SourceComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/// What joins several sources, as tables for programs: prediction, model operators, kernels as each
/// source has them, counters.
final class JoinTables {
    private static final Cell NONE = Cell.absent("not measured");

    private JoinTables() {}

    static SortedMap<String, Block.Grid> of(Findings findings) {
        SortedMap<String, Block.Grid> tables = new TreeMap<>();
        findings.prediction().ifPresent(p -> tables.put("prediction", prediction(p)));
        List<OperatorJoin> joins = JoinSection.joins(findings);
        tables.put("model_operators", modelOperators(joins));
        tables.put("model_operators_rest", rest(joins));
        tables.put("kernel_sources", sources(findings.kernels()));
        tables.put("kernel_disagreements", disagreements(findings.kernels()));
        tables.put("kernel_counters", counters(findings.kernels()));
        return tables;
    }

    private static Block.Grid prediction(Prediction prediction) {
        return TableFiles.table(
                "phase,operators,flops,bytes,bound_by,bound_ns,measured_ns,excess_ns,below_bound",
                prediction.parts().stream()
                        .map(part ->
                                List.of(
                                        Cell.text(part.phase()),
                                        Cell.text(part.operators()),
                                        Cell.number(part.flops(), Unit.PLAIN),
                                        Cell.number(part.bytes(), Unit.PLAIN),
                                        Cell.text(part.bound().name().toLowerCase(Locale.ROOT)),
                                        Cell.nanos(part.boundNanos()),
                                        part.measuredNanos().map(Cell::nanos).orElse(NONE),
                                        part.measuredNanos().isPresent()
                                                ? Cell.nanos(part.excessNanos())
                                                : NONE,
                                        Cell.text(String.valueOf(part.impossible()))))
                        .toList());
    }

    private static Block.Grid modelOperators(List<OperatorJoin> joins) {
        List<List<Cell>> rows = new ArrayList<>();
        for (OperatorJoin join : joins) {
            for (OperatorJoin.Row row : join.rows()) {
                boolean ran = row.measuredNanos() > 0;
                rows.add(
                        List.of(
                                Cell.text(join.phase()),
                                Cell.text(String.join(" ", row.names())),
                                Cell.text(row.kind().label()),
                                Cell.text(row.match().name().toLowerCase(Locale.ROOT)),
                                Cell.text(names(row.ran())),
                                Cell.number(row.flops(), Unit.PLAIN),
                                Cell.number(row.bytes(), Unit.PLAIN),
                                Cell.nanos(row.boundNanos()),
                                ran ? Cell.nanos(join.perRequest(row.measuredNanos())) : NONE));
            }
        }
        return TableFiles.table(
                "phase,model_operators,class,match,framework_operators,flops,bytes,bound_ns,measured_ns",
                rows);
    }

    private static String names(List<PhaseOperator> ran) {
        return String.join(" ", ran.stream().map(PhaseOperator::name).distinct().toList());
    }

    private static Block.Grid rest(List<OperatorJoin> joins) {
        List<List<Cell>> rows = new ArrayList<>();
        for (OperatorJoin join : joins) {
            for (PhaseOperator each : join.rest()) {
                rows.add(
                        List.of(
                                Cell.text(join.phase()),
                                Cell.name(each.name()),
                                Cell.text(each.shapes()),
                                Cell.text(each.module()),
                                Cell.count(each.calls()),
                                Cell.nanos(each.hostNanos()),
                                Cell.nanos(each.deviceNanos())));
            }
        }
        return TableFiles.table(
                "phase,operator,input_shapes,module,calls,host_own_ns,gpu_own_ns", rows);
    }

    private static Block.Grid sources(List<KernelJoin> joins) {
        List<List<Cell>> rows = new ArrayList<>();
        for (KernelJoin join : joins) {
            for (KernelJoin.Time time : join.times()) {
                rows.add(
                        List.of(
                                Cell.name(join.name()),
                                Cell.text(time.tool()),
                                Cell.text(time.source()),
                                Cell.count(time.count()),
                                Cell.nanos(time.nanos()),
                                Cell.share(time.share())));
            }
        }
        return TableFiles.table("kernel,tool,source,count,total_ns,share", rows);
    }

    private static Block.Grid disagreements(List<KernelJoin> joins) {
        return TableFiles.table(
                "kernel,first_tool,first_count,first_total_ns,second_tool,second_count,second_total_ns",
                SourceComparison.of(joins).disagreements().stream()
                        .map(each ->
                                List.of(
                                        Cell.name(each.kernel()),
                                        Cell.text(each.first().tool()),
                                        Cell.count(each.first().count()),
                                        Cell.nanos(each.first().nanos()),
                                        Cell.text(each.second().tool()),
                                        Cell.count(each.second().count()),
                                        Cell.nanos(each.second().nanos())))
                        .toList());
    }

    private static Block.Grid counters(List<KernelJoin> joins) {
        List<List<Cell>> rows = new ArrayList<>();
        for (KernelJoin join : joins) {
            join.counters().forEach(counters -> rows.add(row(join, counters)));
        }
        var titles = new StringBuilder("kernel,id,grid,block,launches,share,bound,limiter");
        for (NcuFact fact : NcuFact.values()) {
            titles.append(',').append(fact.column());
        }
        return TableFiles.table(titles + ",flops_per_byte,flops_per_second", rows);
    }

    private static List<Cell> row(KernelJoin join, KernelCounters counters) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.name(join.name()));
        cells.add(Cell.text(counters.id()));
        cells.add(Cell.text(counters.grid()));
        cells.add(Cell.text(counters.block()));
        cells.add(Cell.count(counters.launches()));
        cells.add(join.times().isEmpty() ? NONE : Cell.share(join.share()));
        cells.add(Cell.text(counters.boundBy().bound().label()));
        cells.add(Cell.text(counters.boundBy().limiter()));
        for (NcuFact fact : NcuFact.values()) {
            var value = counters.fact(fact);
            cells.add(
                    value.isPresent()
                            ? Cell.number(fact.inColumnUnit(value.getAsDouble()), Unit.PLAIN)
                            : NONE);
        }
        cells.add(
                counters.roofline()
                        .map(p -> Cell.number(p.flopsPerByte(), Unit.PLAIN))
                        .orElse(NONE));
        cells.add(
                counters.roofline()
                        .map(p -> Cell.number(p.flopsPerSecond(), Unit.PLAIN))
                        .orElse(NONE));
        return cells;
    }
}
