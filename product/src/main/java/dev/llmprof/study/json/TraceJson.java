package dev.llmprof.study.json;

import dev.llmprof.analysis.breakdown.Attribution;
import dev.llmprof.analysis.breakdown.LaunchStatistics;
import dev.llmprof.analysis.breakdown.MemoryBreakdown;
import dev.llmprof.analysis.breakdown.OperatorBreakdown;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.GpuDevice;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.report.table.GpuTables;
import dev.llmprof.report.table.HostTables;
import dev.llmprof.report.table.IdleTables;
import dev.llmprof.report.table.RateTables;
import dev.llmprof.report.table.TableJson;
import dev.llmprof.trace.Lane;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Writes a [Capture] as JSON: every number it has, times in integer nanoseconds.
public final class TraceJson {
    private final JsonOut out;

    private TraceJson(JsonOut out) {
        this.out = out;
    }

    /// The fields of the object that `out` is in.
    public static void write(Capture capture, JsonOut out) {
        TraceJson json = new TraceJson(out);
        json.reading(capture);
        json.gpu(capture);
        json.timeline(capture);
        json.attribution(capture.gpu().attribution());
        json.operators(capture);
        json.streams(capture);
        TraceJsonParts.write(capture, out);
    }

    private void reading(Capture capture) {
        out.put("source", capture.origin().source());
        out.put("tool", capture.origin().tool());
        out.put("bytes", capture.origin().reading().bytes());
        out.put("events", capture.origin().reading().events());
        out.counts("by_phase", capture.origin().reading().byPhase());
        out.counts("by_category", capture.origin().reading().byCategory());
        out.put("negative_durations_clamped", capture.origin().reading().negativeDurations());
        out.put("missing_durations", capture.origin().reading().missingDurations());
        out.put("unreadable", capture.origin().reading().broken());
        out.texts("remarks", capture.origin().reading().remarks());
        out.put("zero_duration_gpu_events", capture.gpu().zeroDurationEvents());
        out.put("host_span_ns", capture.host().spanNanos());
    }

    private void gpu(Capture capture) {
        out.object(
                "kernels",
                () -> {
                    out.put("count", capture.gpu().kernels().count());
                    out.put("total_ns", capture.gpu().kernels().totalNanos());
                    out.put("unique_names", capture.gpu().kernels().rows().size());
                    TableJson.rows(
                            out,
                            "rows",
                            GpuTables.KERNELS,
                            GpuTables.kernels(capture.gpu().kernels()));
                });
        memory("memcpy", capture.gpu().copies(), GpuTables.copies(capture.gpu().copies()));
        memory("memset", capture.gpu().sets(), GpuTables.sets(capture.gpu().sets()));
        TableJson.rows(out, "categories", GpuTables.CATEGORIES, capture.gpu().categories().rows());
    }

    private void memory(String key, MemoryBreakdown memory, List<GpuTables.MemoryRow> rows) {
        out.object(
                key,
                () -> {
                    out.put("count", memory.count());
                    out.put("total_ns", memory.totalNanos());
                    out.put("bytes", memory.bytes());
                    TableJson.rows(out, "by_name", GpuTables.MEMORY, rows);
                });
    }

    private void timeline(Capture capture) {
        TableJson.fields(out, GpuTables.TIMELINE, capture.gpu().timeline());
        SortedMap<String, Long> busy = new TreeMap<>();
        for (GpuDevice device : capture.gpu().devices()) {
            busy.put(device.device(), device.timeline().busyNanos());
        }
        out.texts("gpu_devices", busy.keySet());
        out.counts("busy_ns_by_device", busy);
        TableJson.rows(out, "gpus", IdleTables.GPUS, capture.gpu().devices());
        TableJson.rows(out, "gaps", IdleTables.GAPS, capture.gpu().gaps());
    }

    private void correlations(Attribution.Correlations correlations) {
        out.put("gpu_events_without_launch_call", correlations.withoutLaunchCall());
        out.put("duplicate_runtime_correlations", correlations.duplicateCalls());
        out.put("correlations_with_several_gpu_events", correlations.shared());
        out.put("max_gpu_events_per_correlation", correlations.mostEvents());
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
                    if (attribution.replayed() > 0) {
                        out.put("by_graph_capture", attribution.replayed());
                    }
                    out.put("unattributed", attribution.unattributed());
                    if (attribution.unknownInGraphs().events() > 0) {
                        out.put("unattributed_in_graphs", attribution.unknownInGraphs().events());
                    }
                    correlations(attribution.correlations());
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
                    out.put("count", attribution.unattributedKernelTime().events());
                    out.put("total_ns", attribution.unattributedKernelTime().nanos());
                });
        out.put("unattributed_kernel_ns", attribution.unattributedKernelTime().nanos());
        out.put("unattributed_gpu_ns", attribution.unattributedNanos());
    }

    private void operators(Capture capture) {
        OperatorBreakdown operators = capture.host().operators();
        out.object(
                "operators_summary",
                () -> {
                    out.put("calls", operators.calls());
                    out.put("unique_names", operators.rows().size());
                    out.put("self_cpu_ns", operators.selfHostNanos());
                    out.put("total_cpu_ns", operators.totalHostNanos());
                    out.put("device_ns", operators.deviceNanos());
                });
        TableJson.rows(out, "operators", HostTables.OPERATORS, operators.rows());
        TableJson.rows(out, "operators_by_device", HostTables.OPERATORS, operators.byDevice());
        TableJson.rows(
                out,
                "operators_by_shape",
                HostTables.OPERATORS_BY_SHAPE,
                capture.host().operatorsByShape().rows());
        TableJson.rows(out, "operator_rates", RateTables.RATES, capture.host().rates().rows());
        out.object(
                "runtime_calls",
                () -> {
                    out.put("count", capture.host().runtimeCalls().calls());
                    out.put("total_ns", capture.host().runtimeCalls().totalNanos());
                    TableJson.rows(
                            out, "rows", HostTables.CALLS, capture.host().runtimeCalls().rows());
                });
    }

    private void streams(Capture capture) {
        out.rows(
                "idle_by_stream",
                capture.gpu().idle().streams(),
                stream -> {
                    TableJson.fields(out, GpuTables.IDLE, stream);
                    out.numbers("gaps", stream.hostWaits(), stream.kernelWaits(), stream.others());
                });
        launches("launch_stats", capture.host().launches());
        if (!capture.gpu().graphLaunches().launches().isEmpty()) {
            launches("launch_stats_outside_graphs", capture.host().launchesOutsideGraphs());
        }
        launches("launch_stats_hta_names", capture.host().launchesOfHtaNames());
        out.rows(
                "queue_length",
                capture.host().queue().streams(),
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
