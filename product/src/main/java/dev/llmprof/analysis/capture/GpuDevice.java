package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.breakdown.GpuTimelines;
import dev.llmprof.analysis.idle.DeviceIdle;
import dev.llmprof.analysis.idle.DeviceIdles;
import dev.llmprof.analysis.phase.NestedTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/// One GPU of a capture: how its time divides, and why it was idle.
public record GpuDevice(String device, GpuTimeline timeline, DeviceIdle idle) {

    /// As it is named in tables and advice.
    public String label() {
        return "GPU " + device;
    }

    /// Each GPU that did anything, by its number.
    static List<GpuDevice> of(NestedTrace nested) {
        SortedMap<String, DeviceIdle> idle = DeviceIdles.of(nested);
        List<GpuDevice> devices = new ArrayList<>();
        GpuTimelines.of(nested.trace().gpu(), nested.links().order(), nested.kinds())
                .forEach((device, timeline) -> {
                    DeviceIdle why = idle.getOrDefault(device, DeviceIdle.NONE);
                    devices.add(new GpuDevice(device, timeline, why));
                });
        return devices;
    }
}
