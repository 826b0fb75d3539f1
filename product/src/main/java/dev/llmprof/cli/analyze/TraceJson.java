package dev.llmprof.cli.analyze;

import dev.llmprof.analysis.Attribution;
import dev.llmprof.analysis.GpuTimeline;
import dev.llmprof.analysis.LaunchStatistics;
import dev.llmprof.analysis.MemoryBreakdown;
import dev.llmprof.analysis.OperatorBreakdown;
import dev.llmprof.analysis.Spread;
import dev.llmprof.analysis.TraceAnalysis;
import dev.llmprof.trace.Lane;

/// Writes a [TraceAnalysis] as JSON: every number it has, times in integer nanoseconds.
final class TraceJson {
    private final JsonOut out;

    private TraceJson(JsonOut out) {
        this.out = out;
    }

    /// The fields of the object that `out` is in.
    static void write(TraceAnalysis analysis, JsonOut out) {
        TraceJson json = new TraceJson(out);
        json.reading(analysis);
        json.gpu(analysis);
        json.timeline(analysis.timeline());
        json.attribution(analysis.attribution());
        json.operators(analysis);
        json.streams(analysis);
        TraceJsonParts.write(analysis, out);
    }

    private void reading(TraceAnalysis analysis) {
        out.put("source", analysis.source());
        out.put("tool", analysis.tool());
        out.put("bytes", analysis.reading().bytes());
        out.put("events", analysis.reading().events());
        out.counts("by_phase", analysis.reading().byPhase());
        out.counts("by_category", analysis.reading().byCategory());
        out.put("negative_durations_clamped", analysis.reading().negativeDurations());
        out.put("missing_durations", analysis.reading().missingDurations());
        out.put("unreadable", analysis.reading().broken());
        out.texts("remarks", analysis.reading().remarks());
        out.put("zero_duration_gpu_events", analysis.zeroDurationGpuEvents());
        out.put("host_span_ns", analysis.hostSpanNanos());
    }

    private void gpu(TraceAnalysis analysis) {
        out.object(
                "kernels",
                () -> {
                    out.put("count", analysis.kernels().count());
                    out.put("total_ns", analysis.kernels().totalNanos());
                    out.put("unique_names", analysis.kernels().rows().size());
                    out.rows(
                            "rows",
                            analysis.kernels().rows(),
                            row -> {
                                out.put("name", row.name());
                                out.put("category", row.category().label());
                                spread(row.spread());
                            });
                });
        memory("memcpy", analysis.copies());
        memory("memset", analysis.sets());
        out.rows(
                "categories",
                analysis.categories().rows(),
                row -> {
                    out.put("category", row.category().label());
                    out.put("count", row.count());
                    out.put("total_ns", row.totalNanos());
                });
    }

    private void spread(Spread spread) {
        out.put("count", spread.count());
        out.put("total_ns", spread.totalNanos());
        out.put("min_ns", spread.minNanos());
        out.put("median_ns", spread.medianNanos());
        out.put("p95_ns", spread.p95Nanos());
        out.put("max_ns", spread.maxNanos());
        out.put("deviation_ns", spread.deviationNanos());
    }

    private void memory(String key, MemoryBreakdown memory) {
        out.object(
                key,
                () -> {
                    out.put("count", memory.count());
                    out.put("total_ns", memory.totalNanos());
                    out.put("bytes", memory.bytes());
                    out.rows(
                            "by_name",
                            memory.rows(),
                            row -> {
                                out.put("name", row.name());
                                out.put("bytes", row.bytes());
                                spread(row.spread());
                            });
                });
    }

    private void timeline(GpuTimeline timeline) {
        out.put("span_ns", timeline.spanNanos());
        out.put("busy_ns", timeline.busyNanos());
        out.put("idle_ns", timeline.idleNanos());
        out.put("computation_ns", timeline.computationNanos());
        out.put("total_comm_ns", timeline.communicationNanos());
        out.put("total_memcpy_ns", timeline.copyNanos());
        out.put("comm_comp_overlap_ns", timeline.overlapNanos());
        out.put("exposed_comm_ns", timeline.exposedCommunicationNanos());
        out.put("exposed_memcpy_ns", timeline.exposedCopyNanos());
        out.texts("gpu_devices", timeline.busyNanosByDevice().keySet());
        out.counts("busy_ns_by_device", timeline.busyNanosByDevice());
    }

    private void attribution(Attribution attribution) {
        out.object(
                "attribution",
                () -> {
                    out.put("gpu_events", attribution.gpuEvents());
                    out.put("correlation_and_external_agree", attribution.agreeing());
                    out.put("disagree", attribution.disagreeing());
                    out.put("correlation_only", attribution.correlationOnly());
                    out.put("external_only", attribution.externalOnly());
                    out.put("unattributed", attribution.unattributed());
                    out.put("gpu_events_without_launch_call", attribution.withoutLaunchCall());
                    out.put(
                            "duplicate_runtime_correlations",
                            attribution.duplicateCallCorrelations());
                    out.put(
                            "correlations_with_several_gpu_events",
                            attribution.sharedCorrelations());
                    out.put(
                            "max_gpu_events_per_correlation",
                            attribution.mostEventsPerCorrelation());
                    out.put("coverage", attribution.coverage());
                    out.rows(
                            "disagree_pairs",
                            attribution.disagreements(),
                            pair -> {
                                out.put("by_correlation", pair.byCorrelation());
                                out.put("by_external_id", pair.byExternalId());
                                out.put("gpu_events", pair.gpuEvents());
                            });
                });
        out.object(
                "unattributed_kernels",
                () -> {
                    out.put("count", attribution.unattributedKernels());
                    out.put("total_ns", attribution.unattributedKernelNanos());
                });
        out.put("unattributed_kernel_ns", attribution.unattributedKernelNanos());
        out.put("unattributed_gpu_ns", attribution.unattributedNanos());
    }

    private void operators(TraceAnalysis analysis) {
        OperatorBreakdown operators = analysis.operators();
        out.object(
                "operators_summary",
                () -> {
                    out.put("calls", operators.calls());
                    out.put("unique_names", operators.rows().size());
                    out.put("self_cpu_ns", operators.selfHostNanos());
                    out.put("total_cpu_ns", operators.totalHostNanos());
                    out.put("device_ns", operators.deviceNanos());
                });
        out.rows("operators", operators.rows(), row -> operator(row, false));
        out.rows("operators_by_device", operators.byDevice(), row -> operator(row, false));
        out.rows(
                "operators_by_shape",
                analysis.operatorsByShape().rows(),
                row -> operator(row, true));
        out.object(
                "runtime_calls",
                () -> {
                    out.put("count", analysis.runtimeCalls().calls());
                    out.put("total_ns", analysis.runtimeCalls().totalNanos());
                    out.rows(
                            "rows",
                            analysis.runtimeCalls().rows(),
                            row -> {
                                out.put("name", row.name());
                                out.put("calls", row.calls());
                                out.put("total_ns", row.totalNanos());
                                out.put("self_ns", row.selfNanos());
                            });
                });
    }

    private void operator(OperatorBreakdown.Row row, boolean shapes) {
        out.put("name", row.name());
        if (shapes) {
            out.put("input_shapes", row.inputShapes());
        }
        out.put("calls", row.calls());
        out.put("self_cpu_ns", row.selfHostNanos());
        out.put("total_cpu_ns", row.totalHostNanos());
        out.put("device_ns", row.deviceNanos());
        out.put("device_total_ns", row.deviceTotalNanos());
    }

    private void streams(TraceAnalysis analysis) {
        out.rows(
                "idle_by_stream",
                analysis.idle().streams(),
                stream -> {
                    lane(stream.lane());
                    out.put("gpu_events", stream.gpuEvents());
                    out.put("host_wait_ns", stream.hostWaitNanos());
                    out.put("kernel_wait_ns", stream.kernelWaitNanos());
                    out.put("other_ns", stream.otherNanos());
                    out.numbers("gaps", stream.hostWaits(), stream.kernelWaits(), stream.others());
                });
        launches("launch_stats", analysis.launches());
        launches("launch_stats_hta_names", analysis.launchesOfHtaNames());
        out.rows(
                "queue_length",
                analysis.queue().streams(),
                stream -> {
                    lane(stream.lane());
                    out.put("points", stream.points());
                    out.put("max", stream.most());
                    out.put("min", stream.least());
                    out.put("sum", stream.sum());
                    out.put("end", stream.last());
                });
    }

    private void lane(Lane lane) {
        out.put("device", lane.device());
        out.put("stream", lane.stream());
    }

    private void launches(String key, LaunchStatistics launches) {
        out.object(
                key,
                () -> {
                    out.put("pairs", launches.pairs());
                    out.put("cpu_ns", launches.callNanos());
                    out.put("gpu_ns", launches.gpuNanos());
                    out.put("launch_delay_ns", launches.delayNanos());
                    out.put("short_kernels", launches.shortKernels());
                    out.put("runtime_over_50us", launches.slowCalls());
                    out.put("delay_over_100us", launches.longDelays());
                    out.put("max_launch_delay_ns", launches.mostDelayNanos());
                    out.put("negative_start_latency", launches.startedBeforeCall());
                });
    }
}
