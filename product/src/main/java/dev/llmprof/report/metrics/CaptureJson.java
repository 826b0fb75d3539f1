package dev.llmprof.report.metrics;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.Conservation;
import dev.llmprof.analysis.path.CriticalPath;
import dev.llmprof.report.format.JsonOut;
import dev.llmprof.report.table.GpuTables;
import dev.llmprof.report.table.HostTables;
import dev.llmprof.report.table.IdleTables;
import dev.llmprof.report.table.PathTables;
import dev.llmprof.report.table.RateTables;
import dev.llmprof.report.table.StepTables;
import dev.llmprof.report.table.TableJson;

/// One capture's part of `metrics.json`.
final class CaptureJson {

    private CaptureJson() {}

    /// The fields of the object that `out` is in.
    static void write(JsonOut out, String name, Capture capture) {
        out.put("name", name);
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
        TableJson.rows(out, "operator_rates", RateTables.RATES, capture.host().rates().rows());
        TableJson.rows(out, "ranges", HostTables.RANGES, capture.marked().ranges().rows());
        TableJson.rows(out, "phases", HostTables.PHASES, capture.marked().phases().parts());
        TableJson.rows(out, "phase_gpus", HostTables.PHASE_GPUS, capture.marked().phases().byGpu());
        StepTables.json(out, "steps", capture);
        CriticalPath path = capture.marked().path();
        TableJson.rows(out, "critical_path", PathTables.CAUSES, PathTables.causes(path));
        TableJson.rows(out, "critical_path_work", PathTables.WORK, PathTables.work(path));
        TableJson.rows(out, "gpus", IdleTables.GPUS, capture.gpu().devices());
        TableJson.rows(out, "gaps", IdleTables.GAPS, capture.gpu().gaps());
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
