package dev.llmprof.report.metrics;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.Conservation;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.report.table.GpuTables;
import dev.llmprof.report.table.HostTables;
import dev.llmprof.report.table.TableJson;

/// One capture's part of `metrics.json`.
final class CaptureJson {

    private CaptureJson() {}

    /// The fields of the object that `out` is in.
    static void write(JsonOut out, Capture capture) {
        out.put("source", capture.origin().source());
        out.put("tool", capture.origin().tool());
        out.texts("devices", capture.devices());
        out.put("bytes", capture.bytes());
        out.put("events", capture.events());
        out.put("host_span_ns", capture.host().spanNanos());
        if (capture.gpu().timeline().spanNanos() > 0) {
            out.object(
                    "gpu",
                    () -> TableJson.fields(out, GpuTables.TIMELINE, capture.gpu().timeline()));
            out.put("attributed_share", capture.gpu().attribution().coverage());
        }
        levels(out, capture.conservation());
        TableJson.rows(
                out, "kernels", GpuTables.KERNELS, GpuTables.kernels(capture.gpu().kernels()));
        TableJson.rows(out, "operators", HostTables.OPERATORS, capture.host().operators().rows());
        TableJson.rows(out, "phases", HostTables.PHASES, capture.marked().phases().parts());
        TableJson.rows(out, "streams", GpuTables.IDLE, capture.gpu().idle().streams());
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
