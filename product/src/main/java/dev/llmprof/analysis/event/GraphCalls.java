package dev.llmprof.analysis.event;

import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import java.util.Locale;

/// Tells what launches a graph, and what graphs replayed, from single launches.
public final class GraphCalls {
    private final HostTable host;
    private final boolean[] launches;

    private GraphCalls(HostTable host, boolean[] launches) {
        this.host = host;
        this.launches = launches;
    }

    public static GraphCalls of(HostTable host) {
        boolean[] launches = new boolean[host.name().symbols().size()];
        for (int code = 0; code < launches.length; code++) {
            String name = host.name().symbols().text(code);
            launches[code] = name.toLowerCase(Locale.ROOT).contains("graphlaunch");
        }
        return new GraphCalls(host, launches);
    }

    /// Whether a call launches a graph.
    public boolean launches(int hostRow) {
        return launches[host.name().code(hostRow)];
    }

    /// Whether a graph replayed a GPU event.
    public boolean replayed(GpuTable gpu, Links links, int gpuRow) {
        int call = links.call(gpuRow);
        return (call != Links.NONE && launches(call)) || gpu.graphNode().get(gpuRow) > 0;
    }
}
