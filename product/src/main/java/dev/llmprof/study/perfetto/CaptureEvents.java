package dev.llmprof.study.perfetto;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.trace.AllocationTable;
import dev.llmprof.trace.Device;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/// One capture as events: what is marked, the host, the GPUs, the arrows from launches to kernels,
/// and memory.
record CaptureEvents(
        NestedTrace nested, Capture capture, String label, Tracks tracks, EventSpool out) {
    private static final int CUDA = 1;

    /// `label` is the capture's name in those of its processes.
    static void write(
            NestedTrace nested, Capture capture, String label, Tracks tracks, EventSpool out)
            throws IOException {
        new CaptureEvents(nested, capture, label, tracks, out).write();
    }

    private void write() throws IOException {
        new MarkedEvents(nested, capture.marked().times(), tracks, out).write(label);
        Track[] calls = new HostEvents(nested, tracks, out).write(label);
        new GpuEvents(nested, calls, tracks, out).write(this::gpuName);
        memory();
    }

    private String gpuName(String device) {
        String known =
                capture.origin().devices().stream()
                        .filter(each -> each.id().equals(device))
                        .map(Device::name)
                        .findFirst()
                        .orElse("");
        return label + ": GPU " + device + (known.isEmpty() ? "" : " " + known);
    }

    private void memory() throws IOException {
        AllocationTable table = nested.trace().allocations();
        if (table.size() == 0) {
            return;
        }
        int process = tracks.process(label + ": memory");
        Map<String, Track> counters = new HashMap<>();
        for (int row = 0; row < table.size(); row++) {
            String device =
                    table.deviceType().get(row) == CUDA ? "GPU " + table.device().get(row) : "host";
            Track track = counters.computeIfAbsent(device, name -> tracks.thread(process, name));
            out.moment(
                    table.timeNanos().get(row),
                    new EventText("C", track)
                            .name("memory of " + device)
                            .with("allocated", table.totalAllocatedBytes().get(row))
                            .with("reserved", table.totalReservedBytes().get(row)));
        }
    }
}
