package dev.llmprof.report;

import dev.llmprof.analysis.Capture;
import dev.llmprof.analysis.Conservation;
import dev.llmprof.analysis.Idle;
import dev.llmprof.analysis.KernelBreakdown;
import dev.llmprof.analysis.ModuleBreakdown;
import dev.llmprof.analysis.OperatorBreakdown;
import dev.llmprof.analysis.Phases;
import dev.llmprof.analysis.TraceAnalysis;
import dev.llmprof.analysis.WorkTree;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The tables of the capture that says most, for programs.
final class CaptureTables {

    private CaptureTables() {}

    static SortedMap<String, Block.Grid> of(Capture capture) {
        TraceAnalysis analysis = capture.analysis();
        SortedMap<String, Block.Grid> tables = new TreeMap<>();
        tables.put("kernels", kernels(analysis.kernels()));
        tables.put("operators", operators(analysis.operators()));
        tables.put("operators_by_shape", operators(analysis.operatorsByShape()));
        tables.put("phase_operator_kernel", tree(capture));
        tables.put("phases", phases(analysis.phases()));
        tables.put("modules", modules(analysis.modules()));
        tables.put("idle", idle(analysis.idle().streams()));
        tables.put("levels", levels(analysis.conservation()));
        return tables;
    }

    private static Block.Grid phases(Phases phases) {
        return TableFiles.table(
                "phase,steps,host_ns,gpu_events,gpu_ns,gpu_busy_ns",
                phases.parts().stream()
                        .map(part ->
                                List.of(
                                        Cell.text(part.name()),
                                        Cell.count(part.steps()),
                                        Cell.nanos(part.hostNanos()),
                                        Cell.count(part.gpuEvents()),
                                        Cell.nanos(part.gpuNanos()),
                                        Cell.nanos(part.gpuBusyNanos())))
                        .toList());
    }

    private static Block.Grid modules(ModuleBreakdown modules) {
        return TableFiles.table(
                "module,operator,gpu_events,gpu_ns",
                modules.rows().stream()
                        .map(row ->
                                List.of(
                                        Cell.name(row.module()),
                                        Cell.name(row.operator()),
                                        Cell.count(row.gpuEvents()),
                                        Cell.nanos(row.nanos())))
                        .toList());
    }

    private static Block.Grid idle(List<Idle.Stream> streams) {
        return TableFiles.table(
                "stream,gpu_events,host_wait_ns,host_waits,kernel_wait_ns,kernel_waits,other_ns,others",
                streams.stream()
                        .map(stream ->
                                List.of(
                                        Cell.text(Capture.name(stream)),
                                        Cell.count(stream.gpuEvents()),
                                        Cell.nanos(stream.hostWaitNanos()),
                                        Cell.count(stream.hostWaits()),
                                        Cell.nanos(stream.kernelWaitNanos()),
                                        Cell.count(stream.kernelWaits()),
                                        Cell.nanos(stream.otherNanos()),
                                        Cell.count(stream.others())))
                        .toList());
    }

    private static Block.Grid levels(Conservation conservation) {
        return TableFiles.table(
                "level,attributed_ns,rest_ns",
                conservation.levels().stream()
                        .filter(_ -> conservation.gpuNanos() > 0)
                        .map(level ->
                                List.of(
                                        Cell.text(level.name()),
                                        Cell.nanos(level.explainedNanos()),
                                        Cell.nanos(level.restNanos())))
                        .toList());
    }

    private static Block.Grid kernels(KernelBreakdown kernels) {
        return TableFiles.table(
                "kernel,category,count,total_ns,mean_ns,min_ns,median_ns,p95_ns,max_ns",
                kernels.rows().stream()
                        .map(row ->
                                List.of(
                                        Cell.name(row.name()),
                                        Cell.text(row.category().label()),
                                        Cell.count(row.spread().count()),
                                        Cell.nanos(row.spread().totalNanos()),
                                        Cell.nanos(row.spread().averageNanos()),
                                        Cell.nanos(row.spread().minNanos()),
                                        Cell.nanos(row.spread().medianNanos()),
                                        Cell.nanos(row.spread().p95Nanos()),
                                        Cell.nanos(row.spread().maxNanos())))
                        .toList());
    }

    private static Block.Grid operators(OperatorBreakdown operators) {
        return TableFiles.table(
                "operator,input_shapes,calls,gpu_own_ns,gpu_total_ns,host_own_ns,host_total_ns",
                operators.rows().stream()
                        .map(row ->
                                List.of(
                                        Cell.name(row.name()),
                                        Cell.text(row.inputShapes()),
                                        Cell.count(row.calls()),
                                        Cell.nanos(row.deviceNanos()),
                                        Cell.nanos(row.deviceTotalNanos()),
                                        Cell.nanos(row.selfHostNanos()),
                                        Cell.nanos(row.totalHostNanos())))
                        .toList());
    }

    private static Block.Grid tree(Capture capture) {
        boolean gpu = capture.analysis().timeline().spanNanos() > 0;
        List<List<Cell>> rows = new ArrayList<>();
        for (WorkTree phase : capture.tree().children()) {
            for (WorkTree operator : phase.children()) {
                for (WorkTree leaf : operator.children()) {
                    rows.add(
                            List.of(
                                    Cell.text(phase.name()),
                                    Cell.name(operator.name()),
                                    Cell.name(gpu ? leaf.name() : ""),
                                    Cell.name(gpu ? "" : leaf.name()),
                                    Cell.count(leaf.count()),
                                    Cell.nanos(leaf.nanos())));
                }
            }
        }
        return TableFiles.table("phase,operator,kernel,input_shapes,count,total_ns", rows);
    }
}
