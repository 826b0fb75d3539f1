package dev.llmprof.trace;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// What one capture says about a run: GPU work, host work, memory, and the facts about where it was
/// taken.
///
/// `facts` holds the capture's own short header fields, such as versions.
public record Trace(
        String source,
        String tool,
        GpuTable gpu,
        HostTable host,
        FrameTable frames,
        GpuRangeTable gpuRanges,
        AllocationTable allocations,
        CollectiveTable collectives,
        List<Device> devices,
        Optional<Rank> rank,
        SortedMap<String, String> facts,
        Reading reading) {}
