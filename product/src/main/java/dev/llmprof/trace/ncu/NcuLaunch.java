package dev.llmprof.trace.ncu;

import java.util.List;

/// One profiled kernel launch, or one range under range replay (then `kernel` is empty).
public record NcuLaunch(
        int id,
        NcuProcess process,
        NcuKernel kernel,
        Extent grid,
        Extent block,
        NcuDevice device,
        long context,
        long stream,
        String time,
        List<NvtxFrame> nvtx,
        NcuMetrics metrics,
        List<NcuRule> rules) {

    public NcuLaunch {
        nvtx = List.copyOf(nvtx);
        rules = List.copyOf(rules);
    }

    NcuLaunch numbered(int number) {
        return copy(number, metrics, rules);
    }

    NcuLaunch with(NcuMetrics allMetrics, List<NcuRule> allRules) {
        return copy(id, allMetrics, allRules);
    }

    private NcuLaunch copy(int number, NcuMetrics allMetrics, List<NcuRule> allRules) {
        return new NcuLaunch(
                number,
                process,
                kernel,
                grid,
                block,
                device,
                context,
                stream,
                time,
                nvtx,
                allMetrics,
                allRules);
    }

    public boolean isRange() {
        return kernel.demangled().isEmpty();
    }

    public record NcuProcess(long pid, String name, String host) {
        public static final NcuProcess NONE = new NcuProcess(0, "", "");
    }

    public record NcuDevice(String name, String computeCapability) {
        public static final NcuDevice NONE = new NcuDevice("", "");
    }

    /// The three spellings; a CSV knows only the one that was printed.
    public record NcuKernel(String demangled, String function, String mangled) {}

    /// A range that was open at the launch, outermost first.
    public record NvtxFrame(String domain, String range) {}
}
