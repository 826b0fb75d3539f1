package dev.llmprof.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.analysis.Capture;
import dev.llmprof.analysis.Conservation;
import dev.llmprof.analysis.GpuTimeline;
import dev.llmprof.analysis.Idle;
import dev.llmprof.analysis.KernelBreakdown;
import dev.llmprof.analysis.OperatorBreakdown;
import dev.llmprof.analysis.Phases;
import dev.llmprof.analysis.TraceAnalysis;

/// One capture's part of `metrics.json`.
final class CaptureJson {

    private CaptureJson() {}

    static ObjectNode node(Capture capture) {
        TraceAnalysis analysis = capture.analysis();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("source", analysis.source());
        node.put("tool", analysis.tool());
        ArrayNode devices = node.putArray("devices");
        capture.devices().forEach(devices::add);
        node.put("bytes", capture.bytes());
        node.put("events", capture.events());
        node.put("host_span_ns", analysis.hostSpanNanos());
        if (analysis.timeline().spanNanos() > 0) {
            gpu(node.putObject("gpu"), analysis.timeline());
            node.put("attributed_share", analysis.attribution().coverage());
        }
        levels(node.putObject("levels"), analysis.conservation());
        ArrayNode kernels = node.putArray("kernels");
        analysis.kernels().rows().forEach(row -> kernel(kernels.addObject(), row));
        ArrayNode operators = node.putArray("operators");
        analysis.operators().rows().forEach(row -> operator(operators.addObject(), row));
        ArrayNode phases = node.putArray("phases");
        analysis.phases().parts().forEach(part -> phase(phases.addObject(), part));
        ArrayNode streams = node.putArray("streams");
        analysis.idle().streams().forEach(stream -> stream(streams.addObject(), stream));
        return node;
    }

    private static void gpu(ObjectNode node, GpuTimeline timeline) {
        node.put("span_ns", timeline.spanNanos());
        node.put("busy_ns", timeline.busyNanos());
        node.put("idle_ns", timeline.idleNanos());
        node.put("computation_ns", timeline.computationNanos());
        node.put("communication_ns", timeline.communicationNanos());
        node.put("exposed_communication_ns", timeline.exposedCommunicationNanos());
        node.put("copy_ns", timeline.copyNanos());
        node.put("exposed_copy_ns", timeline.exposedCopyNanos());
    }

    private static void levels(ObjectNode node, Conservation conservation) {
        node.put("gpu_ns", conservation.gpuNanos());
        node.put("add_up", conservation.holds());
        ArrayNode rows = node.putArray("rows");
        for (Conservation.Level level : conservation.levels()) {
            ObjectNode row = rows.addObject();
            row.put("level", level.name());
            row.put("attributed_ns", level.explainedNanos());
            row.put("rest_ns", level.restNanos());
        }
    }

    private static void kernel(ObjectNode node, KernelBreakdown.Row row) {
        node.put("name", row.name());
        node.put("category", row.category().label());
        node.put("count", row.spread().count());
        node.put("total_ns", row.spread().totalNanos());
        node.put("mean_ns", row.spread().averageNanos());
        node.put("min_ns", row.spread().minNanos());
        node.put("median_ns", row.spread().medianNanos());
        node.put("p95_ns", row.spread().p95Nanos());
        node.put("max_ns", row.spread().maxNanos());
    }

    private static void operator(ObjectNode node, OperatorBreakdown.Row row) {
        node.put("name", row.name());
        node.put("calls", row.calls());
        node.put("gpu_own_ns", row.deviceNanos());
        node.put("gpu_total_ns", row.deviceTotalNanos());
        node.put("host_own_ns", row.selfHostNanos());
        node.put("host_total_ns", row.totalHostNanos());
    }

    private static void phase(ObjectNode node, Phases.Part part) {
        node.put("name", part.name());
        node.put("steps", part.steps());
        node.put("host_ns", part.hostNanos());
        node.put("gpu_events", part.gpuEvents());
        node.put("gpu_ns", part.gpuNanos());
        node.put("gpu_busy_ns", part.gpuBusyNanos());
    }

    private static void stream(ObjectNode node, Idle.Stream stream) {
        node.put("name", Capture.name(stream));
        node.put("gpu_events", stream.gpuEvents());
        node.put("host_wait_ns", stream.hostWaitNanos());
        node.put("kernel_wait_ns", stream.kernelWaitNanos());
        node.put("other_ns", stream.otherNanos());
    }
}
