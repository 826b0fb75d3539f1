package dev.llmprof.report.section;

import dev.llmprof.analysis.capture.GpuTime;
import dev.llmprof.report.block.Block;
import dev.llmprof.report.table.IdleTables;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The GPUs side by side where there are several, and the largest gaps.
public final class GapBlocks {
    private GapBlocks() {}

    static List<Block> of(GpuTime gpu) {
        List<Block> blocks = new ArrayList<>();
        if (gpu.devices().size() > 1) {
            blocks.add(gpus("Each GPU between its own first and last event", gpu));
        }
        if (!gpu.gaps().isEmpty()) {
            blocks.add(new Block.Heading("Largest gaps"));
            blocks.add(
                    IdleTables.GAPS
                            .grid(
                                    "Nothing ran on any stream of the GPU; drawn as marks in the timeline",
                                    gpu.gaps(),
                                    gpu.gaps().size(),
                                    columns(gpu))
                            .filled());
        }
        return blocks;
    }

    /// All are in the CSV; the page has room for one that says where the program was.
    private static String[] columns(GpuTime gpu) {
        boolean frames = gpu.gaps().stream().anyMatch(gap -> !gap.host().frame().isEmpty());
        return Stream.of(
                        gpu.devices().size() > 1 ? "device" : "",
                        "start_ns",
                        "duration_ns",
                        "cause",
                        "host",
                        frames ? "frame" : "innermost",
                        "host_calls",
                        "before",
                        "after")
                .filter(name -> !name.isEmpty())
                .toArray(String[]::new);
    }

    /// A row for each GPU.
    public static Block.Grid gpus(String caption, GpuTime gpu) {
        return IdleTables.GPUS.grid(
                caption,
                gpu.devices(),
                gpu.devices().size(),
                "device",
                "busy",
                "span_ns",
                "idle_ns",
                "host_wait_ns",
                "computation_ns",
                "total_comm_ns",
                "exposed_comm_ns",
                "exposed_memcpy_ns");
    }
}
