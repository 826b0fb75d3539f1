package dev.llmprof.study.json;

import dev.llmprof.analysis.breakdown.KeyAverages;
import dev.llmprof.analysis.breakdown.RangeBreakdown;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.graph.GraphLaunches;
import dev.llmprof.analysis.path.CriticalPath;
import dev.llmprof.analysis.phase.Phases;
import dev.llmprof.analysis.phase.Steps;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.report.table.HostTables;
import dev.llmprof.report.table.PathTables;
import dev.llmprof.report.table.StepTables;
import dev.llmprof.report.table.TableJson;
import dev.llmprof.trace.ServedFile;

/// The second half of [TraceJson]: ranges, steps, phases, graphs.
final class TraceJsonParts {
    private final JsonOut out;

    private TraceJsonParts(JsonOut out) {
        this.out = out;
    }

    static void write(Capture capture, JsonOut out) {
        TraceJsonParts json = new TraceJsonParts(out);
        json.ranges(capture.marked().ranges());
        json.steps(capture.marked().steps());
        StepTables.json(json.out, "timed_steps", capture);
        json.phases(capture.marked().phases());
        json.path(capture.marked().path());
        json.graphs(capture.gpu().graphLaunches());
        json.keyAverages(capture.host().keyAverages());
        json.modules(capture);
        json.levels(capture);
        json.origin(capture);
    }

    private void ranges(RangeBreakdown ranges) {
        out.object(
                "annotations",
                () -> {
                    out.put("user_annotation_count", ranges.hostRanges());
                    out.put("gpu_user_annotation_count", ranges.recordedRanges());
                    out.put("unique_names", ranges.rows().size());
                    TableJson.rows(out, "rows", HostTables.RANGES, ranges.rows());
                });
    }

    private void steps(Steps steps) {
        out.rows(
                "steps",
                steps.profiler(),
                step -> {
                    out.put("name", step.name());
                    out.put("host_ns", step.hostNanos());
                    out.put("gpu_events", step.gpu().gpuEvents());
                    out.put("gpu_sum_ns", step.gpu().sumNanos());
                });
        out.rows(
                "engine_steps",
                steps.engine(),
                step -> {
                    out.put("name", step.name());
                    out.put("style", step.facts().engine());
                    out.put("phase", step.facts().kind().phase());
                    out.put("host_ns", step.hostNanos());
                    out.put("gpu_events", step.gpu().gpuEvents());
                    out.put("gpu_sum_ns", step.gpu().sumNanos());
                    out.put("gpu_busy_ns", step.gpu().busyNanos());
                    out.put("gpu_span_ns", step.gpu().spanNanos());
                });
    }

    private void phases(Phases phases) {
        out.rows("phases", phases.parts(), this::phase);
        TableJson.rows(out, "phase_gpus", HostTables.PHASE_GPUS, phases.byGpu());
        out.put("outside_phases_gpu_ns", phases.outsideGpuNanos());
        out.put("outside_phases_gpu_events", phases.outsideGpuEvents());
    }

    private void path(CriticalPath path) {
        TableJson.rows(out, "critical_path", PathTables.CAUSES, PathTables.causes(path));
        TableJson.rows(out, "critical_path_work", PathTables.WORK, PathTables.work(path));
        TableJson.rows(out, "critical_path_steps", PathTables.STEPS, path.steps());
    }

    private void phase(Phases.Part part) {
        TableJson.fields(out, HostTables.PHASES, part);
        out.rows(
                "operators",
                part.operators(),
                row -> {
                    out.put("name", row.name());
                    out.put("calls", row.calls());
                    out.put("self_cpu_ns", row.selfHostNanos());
                    out.put("device_ns", row.deviceNanos());
                });
        out.rows(
                "kernels",
                part.kernels(),
                row -> {
                    out.put("name", row.name());
                    out.put("count", row.count());
                    out.put("total_ns", row.nanos());
                });
    }

    private void graphs(GraphLaunches graphs) {
        out.object(
                "graph_launches",
                () -> {
                    out.put("count", graphs.launches().size());
                    out.put("gpu_events", graphs.gpuEvents());
                    out.put("sum_ns", graphs.sumNanos());
                    out.rows("launches", graphs.launches(), this::graph);
                });
    }

    private void graph(GraphLaunches.Launch launch) {
        out.put("name", launch.name());
        out.put("correlation", launch.correlation());
        out.put("gpu_events", launch.gpuEvents());
        out.put("sum_ns", launch.sumNanos());
        out.put("busy_ns", launch.busyNanos());
        out.put("span_ns", launch.spanNanos());
    }

    private void keyAverages(KeyAverages averages) {
        out.object(
                "key_averages",
                () -> {
                    out.put("collapsed_calls", averages.collapsedCalls());
                    out.put("rows", averages.rows().size());
                    out.rows(
                            "table",
                            averages.rows(),
                            row -> {
                                out.put("name", row.name());
                                out.put("user_annotation", row.userAnnotation());
                                out.put("calls", row.calls());
                                out.put("self_cpu_ns", row.selfHostNanos());
                                out.put("total_cpu_ns", row.totalHostNanos());
                                out.put("self_cpu_memory_bytes", row.selfHostBytes());
                                out.put("cpu_memory_bytes", row.totalHostBytes());
                            });
                });
    }

    private void modules(Capture capture) {
        TableJson.rows(
                out, "modules", HostTables.MODULES, HostTables.modules(capture.gpu().modules()));
    }

    private void levels(Capture capture) {
        out.object(
                "levels",
                () -> {
                    out.put("gpu_sum_ns", capture.conservation().gpuNanos());
                    out.put("add_up", capture.conservation().holds());
                    TableJson.rows(out, "rows", HostTables.LEVELS, capture.conservation().levels());
                });
    }

    private void origin(Capture capture) {
        out.rows(
                "devices",
                capture.origin().devices(),
                device -> {
                    out.put("id", device.id());
                    out.put("name", device.name());
                    out.put("memory_bytes", device.memoryBytes());
                    out.put("compute_major", device.computeMajor());
                    out.put("compute_minor", device.computeMinor());
                    out.put("multiprocessors", device.multiprocessors());
                });
        capture.origin()
                .rank()
                .ifPresent(rank ->
                        out.object(
                                "rank",
                                () -> {
                                    out.put("rank", rank.rank());
                                    out.put("world_size", rank.worldSize());
                                    out.put("backend", rank.backend());
                                }));
        capture.origin()
                .parallelRank()
                .ifPresent(rank ->
                        out.object(
                                "parallel_rank",
                                () ->
                                        rank.places()
                                                .forEach((way, place) ->
                                                        out.put(way, (long) place))));
        served(capture);
        out.object("facts", () -> capture.origin().facts().forEach(out::put));
    }

    /// What a server puts into a file's name, and what its process does.
    private void served(Capture capture) {
        ServedFile file = capture.origin().servedFile();
        file.phase().ifPresent(phase -> out.put("file_phase", phase));
        file.graphRunner().ifPresent(runner -> out.put("graph_runner", runner));
        if (file.merged()) {
            out.put("ranks_merged", true);
        }
        if (!capture.marked().role().label().isEmpty()) {
            out.put("worker_role", capture.marked().role().label());
        }
    }
}
