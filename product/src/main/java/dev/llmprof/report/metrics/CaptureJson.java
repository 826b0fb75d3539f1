package dev.llmprof.report.metrics;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.Conservation;
import dev.llmprof.analysis.capture.TraceAnalysis;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.report.table.GpuTables;
import dev.llmprof.report.table.HostTables;
import dev.llmprof.report.table.TableJson;

/// One capture's part of `metrics.json`.
final class CaptureJson {

    private CaptureJson() {}

    /// The fields of the object that `out` is in.
    static void write(JsonOut out, Capture capture) {
        TraceAnalysis analysis = capture.analysis();
        out.put("source", analysis.source());
        out.put("tool", analysis.tool());
        out.texts("devices", capture.devices());
        out.put("bytes", capture.bytes());
        out.put("events", capture.events());
        out.put("host_span_ns", analysis.hostSpanNanos());
        if (analysis.timeline().spanNanos() > 0) {
            out.object("gpu", () -> TableJson.fields(out, GpuTables.TIMELINE, analysis.timeline()));
            out.put("attributed_share", analysis.attribution().coverage());
        }
        levels(out, analysis.conservation());
        TableJson.rows(out, "kernels", GpuTables.KERNELS, GpuTables.kernels(analysis.kernels()));
        TableJson.rows(out, "operators", HostTables.OPERATORS, analysis.operators().rows());
        TableJson.rows(out, "phases", HostTables.PHASES, analysis.phases().parts());
        TableJson.rows(out, "streams", GpuTables.IDLE, analysis.idle().streams());
    }

    private static void levels(JsonOut out, Conservation conservation) {
        out.object(
                "levels",
                () -> {
                    out.put("gpu_sum_ns", conservation.gpuNanos());
                    out.put("add_up", conservation.holds());
                    TableJson.rows(out, "rows", HostTables.LEVELS, conservation.levels());
                });
    }
}
