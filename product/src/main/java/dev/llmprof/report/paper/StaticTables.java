package dev.llmprof.report.paper;

import dev.llmprof.analysis.cost.BoundTime;
import dev.llmprof.analysis.cost.OperatorCost;
import dev.llmprof.analysis.cost.PhaseCost;
import dev.llmprof.analysis.cost.StaticAnalysis;
import dev.llmprof.analysis.cost.SweepPoint;
import dev.llmprof.model.cost.Cost;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Unit;
import dev.llmprof.report.format.Csv;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The static analysis for programs that read tables: every column's name has its unit.
public final class StaticTables {
    private static final String NO_DEVICE = "";

    private StaticTables() {}

    public static String operators(StaticAnalysis analysis) {
        List<List<Cell>> rows = new ArrayList<>();
        for (PhaseCost phase : analysis.phases()) {
            phase.operators().forEach(operator -> rows.add(row(operator)));
        }
        return Csv.text(
                grid(
                        "phase operator layers parameters tensor_flops vector_flops weight_bytes"
                                + " kv_bytes activation_bytes flops_per_byte bound_seconds bound_by",
                        rows));
    }

    private static List<Cell> row(OperatorCost operator) {
        Cost cost = operator.cost();
        return List.of(
                Cell.text(operator.phase()),
                Cell.text(operator.operator().name()),
                Cell.count(operator.operator().repeat()),
                Cell.count(operator.operator().parameters()),
                number(cost.tensorFlops()),
                number(cost.vectorFlops()),
                number(cost.weightBytes()),
                number(cost.cacheReadBytes() + cost.cacheWriteBytes()),
                number(cost.activationBytes()),
                number(cost.intensity()),
                number(operator.bound().map(BoundTime::seconds)),
                Cell.text(
                        operator.bound().map(BoundTime::limit).map(StaticTables::word).orElse("")));
    }

    public static String sweep(List<SweepPoint> points) {
        List<List<Cell>> rows = new ArrayList<>();
        points.forEach(point -> rows.add(row(point)));
        return Csv.text(
                grid(
                        "gpu batch prompt_tokens new_tokens first_token_flops first_token_seconds"
                                + " seconds_per_token tokens_per_second decode_bound_by memory_bytes"
                                + " fits",
                        rows));
    }

    private static List<Cell> row(SweepPoint point) {
        boolean timed = !point.device().isEmpty();
        return List.of(
                Cell.text(point.device()),
                Cell.count(point.request().batch()),
                Cell.count(point.promptTokens()),
                Cell.count(point.request().newTokens()),
                number(point.prefillFlops()),
                number(timed, point.firstTokenSeconds()),
                number(timed, point.perTokenSeconds()),
                number(timed, point.tokensPerSecond()),
                Cell.text(timed ? word(point.decodeLimit()) : ""),
                number(point.neededBytes()),
                Cell.text(timed ? (point.fits() ? "yes" : "no") : ""));
    }

    private static String word(BoundTime.Limit limit) {
        return limit.name().toLowerCase(Locale.ROOT);
    }

    private static Cell number(boolean known, double value) {
        return number(known ? Optional.of(value) : Optional.empty());
    }

    private static Cell number(Optional<Double> value) {
        return value.map(StaticTables::number).orElse(Cell.text(NO_DEVICE));
    }

    private static Cell number(double value) {
        return Cell.number(value, Unit.PLAIN);
    }

    private static Block.Grid grid(String names, List<List<Cell>> rows) {
        List<Block.Column> columns =
                List.of(names.split(" ", -1)).stream().map(Block.Column::words).toList();
        return new Block.Grid("", columns, rows);
    }
}
