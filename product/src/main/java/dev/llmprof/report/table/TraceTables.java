package dev.llmprof.report.table;

import dev.llmprof.analysis.RunTrust;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.graph.GraphAttribution;
import dev.llmprof.analysis.rank.Ranks;
import dev.llmprof.report.table.ResultTable.OfTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Every table of results, and those of all traces with their rows.
public final class TraceTables {
    private TraceTables() {}

    /// Every table there can be, for the schema and for taking away what an earlier analysis left.
    public static List<ResultTable<?>> all() {
        List<ResultTable<?>> all = new ArrayList<>();
        of(List.of()).forEach(filled -> all.add(filled.table()));
        joined(Map.of(), Optional.empty()).forEach(filled -> all.add(filled.table()));
        NsysTables.of(List.of()).forEach(filled -> all.add(filled.table()));
        all.addAll(
                List.of(
                        FindingTables.ADVICE,
                        LintTable.FINDINGS,
                        FindingTables.TIMED,
                        RequestTables.REQUESTS,
                        RequestTables.LATENCIES,
                        FindingTables.WORK,
                        CaptureTables.REPEATS,
                        UtilisationTable.PHASES,
                        PredictionTables.PARTS,
                        PredictionTables.MODEL_OPERATORS,
                        PredictionTables.REST,
                        StepBoundTables.STEPS,
                        StepBoundTables.KINDS,
                        SourceTables.SOURCES,
                        SourceTables.DISAGREEMENTS,
                        SourceTables.COUNTERS));
        TrustTables.of(RunTrust.NONE).forEach(filled -> all.add(filled.table()));
        return List.copyOf(all);
    }

    /// What every trace has.
    public static List<FilledTable<?>> of(List<Capture> traces) {
        List<FilledTable<?>> tables = new ArrayList<>(ofWork(traces));
        tables.addAll(ofMarks(traces));
        return tables;
    }

    private static List<FilledTable<?>> ofWork(List<Capture> traces) {
        return List.of(
                filled(GpuTables.TRACES, traces, List::of),
                filled(
                        GpuTables.KERNELS,
                        traces,
                        trace -> GpuTables.kernels(trace.gpu().kernels())),
                filled(GpuTables.CATEGORIES, traces, trace -> trace.gpu().categories().rows()),
                filled(GpuTables.MEMORY, traces, GpuTables::memory),
                filled(IdleTables.GPUS, traces, trace -> trace.gpu().devices()),
                filled(IdleTables.GAPS, traces, trace -> trace.gpu().gaps()),
                filled(GpuTables.IDLE, traces, trace -> trace.gpu().idle().streams()),
                filled(HostTables.OPERATORS, traces, trace -> trace.host().operators().rows()),
                filled(
                        HostTables.OPERATORS_BY_SHAPE,
                        traces,
                        trace -> trace.host().operatorsByShape().rows()),
                filled(RateTables.RATES, traces, trace -> trace.host().rates().rows()),
                filled(HostTables.CALLS, traces, trace -> trace.host().runtimeCalls().rows()));
    }

    /// Of what the program marks, and how all adds up.
    private static List<FilledTable<?>> ofMarks(List<Capture> traces) {
        return List.of(
                filled(HostTables.RANGES, traces, trace -> trace.marked().ranges().rows()),
                filled(
                        PathTables.CAUSES,
                        traces,
                        trace -> PathTables.causes(trace.marked().path())),
                filled(PathTables.WORK, traces, trace -> PathTables.work(trace.marked().path())),
                filled(PathTables.STEPS, traces, trace -> trace.marked().path().steps()),
                filled(HostTables.PHASES, traces, trace -> trace.marked().phases().parts()),
                filled(HostTables.PHASE_GPUS, traces, trace -> trace.marked().phases().byGpu()),
                filled(StepTables.STEPS, traces, StepTables::steps),
                filled(StepTables.KINDS, traces, trace -> trace.marked().times().kinds()),
                filled(StepTables.PARTS, traces, trace -> trace.marked().parts()),
                filled(
                        StepBoundTables.SLOWEST,
                        traces,
                        trace -> StepBoundTables.slowest(trace.marked().times().slowest())),
                filled(
                        HostTables.MODULES,
                        traces,
                        trace -> HostTables.modules(trace.gpu().modules())),
                filled(HostTables.LEVELS, traces, trace -> trace.conservation().levels()));
    }

    /// What several captures say together.
    public static List<FilledTable<?>> joined(
            Map<String, GraphAttribution> graphs, Optional<Ranks> ranks) {
        List<FilledTable<?>> tables = new ArrayList<>();
        tables.add(joined(JoinedTables.GRAPHS, graphs, JoinedTables::rows));
        tables.add(joined(JoinedTables.REPLAYS, graphs, JoinedTables::replays));
        tables.addAll(RankTables.of(ranks));
        return tables;
    }

    private static <T> FilledTable<OfTrace<T>> filled(
            ResultTable<T> table, List<Capture> traces, Function<Capture, List<T>> rows) {
        List<OfTrace<T>> all = new ArrayList<>();
        for (Capture trace : traces) {
            rows.apply(trace).forEach(row -> all.add(new OfTrace<>(trace.origin().source(), row)));
        }
        return table.byTrace().filled(all);
    }

    private static <T> FilledTable<OfTrace<T>> joined(
            ResultTable<T> table,
            Map<String, GraphAttribution> graphs,
            Function<GraphAttribution, List<T>> rows) {
        List<OfTrace<T>> all = new ArrayList<>();
        graphs.forEach((source, graph) ->
                rows.apply(graph).forEach(row -> all.add(new OfTrace<>(source, row))));
        return table.byTrace().filled(all);
    }
}
