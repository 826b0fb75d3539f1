package dev.llmprof.analysis;

import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Trace;
import java.util.Optional;

/// What each single event of a trace was found to belong to, for tables of events.
public final class EventFacts {
    private final Trace trace;
    private final HostTable host;
    private final HostTree tree;
    private final Links links;
    private final Projections projections;
    private final DeviceTime device;
    private final int[] modules;

    private EventFacts(Trace trace) {
        GpuTable gpu = trace.gpu();
        this.trace = trace;
        this.host = trace.host();
        this.tree = HostTree.of(host);
        this.links = Links.of(gpu, tree);
        this.projections = Projections.of(gpu, tree, links);
        this.device = DeviceTime.of(gpu, tree, links);
        this.modules = Modules.around(host);
    }

    public static EventFacts of(Trace trace) {
        return new EventFacts(trace);
    }

    public Trace trace() {
        return trace;
    }

    /// The call that launched a GPU event.
    public Optional<Integer> call(int gpuRow) {
        int call = links.call(gpuRow);
        return call == Links.NONE ? Optional.empty() : Optional.of(call);
    }

    /// Empty where a GPU event has no operator.
    public String operator(int gpuRow) {
        int operator = links.operator(gpuRow);
        return operator == Links.NONE ? "" : host.name().get(operator);
    }

    public String module(int gpuRow) {
        int call = links.call(gpuRow);
        boolean none = call == Links.NONE || modules[call] == Modules.NONE;
        return none ? "" : Modules.className(host.name().get(modules[call]));
    }

    /// The innermost range around a GPU event's launch.
    public String range(int gpuRow) {
        int call = links.call(gpuRow);
        int range = call == Links.NONE ? HostTree.NONE : projections.rangeAround(call);
        return range == HostTree.NONE ? "" : host.name().get(range);
    }

    public String phaseOfGpu(int gpuRow) {
        int call = links.call(gpuRow);
        int from = call == Links.NONE ? links.operator(gpuRow) : call;
        return from == Links.NONE ? "" : phase(from);
    }

    /// The innermost phase around a host event.
    public String phase(int hostRow) {
        for (int at = projections.rangeAround(hostRow);
                at != HostTree.NONE;
                at = projections.above(at)) {
            Optional<String> phase = PhaseFinder.phase(host.name().get(at));
            if (phase.isPresent()) {
                return phase.get();
            }
        }
        return "";
    }

    public long selfNanos(int hostRow) {
        return tree.selfNanos(hostRow);
    }

    public long deviceNanos(int hostRow) {
        return device.own(hostRow);
    }

    public long deviceTotalNanos(int hostRow) {
        return device.total(hostRow);
    }

    public RangeBreakdown.Projection projection(int rangeRow) {
        return projections.of(rangeRow);
    }
}
