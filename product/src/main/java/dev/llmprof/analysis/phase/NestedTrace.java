package dev.llmprof.analysis.phase;

import dev.llmprof.analysis.breakdown.EventKinds;
import dev.llmprof.analysis.breakdown.Projections;
import dev.llmprof.analysis.breakdown.RangeBreakdown;
import dev.llmprof.analysis.event.DeviceTime;
import dev.llmprof.analysis.event.GraphCalls;
import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.KernelOrigin;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.event.Meanwhile;
import dev.llmprof.analysis.event.Modules;
import dev.llmprof.analysis.event.ReplayOrigins;
import dev.llmprof.analysis.kernel.KernelCategory;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Trace;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// A trace whose events have found their places, once for all who ask: which host event lies in
/// which, what launched what, and which operator, module, range and phase each belongs to. It is as
/// large as its trace and goes with it.
public final class NestedTrace {
    private final Trace trace;
    private final HostTable host;
    private final HostTree tree;
    private final int[] enclosing;
    private final Links links;
    private final Projections projections;
    private final DeviceTime device;
    private final int[] modules;
    private final GraphCalls graphs;
    private final FoundSteps steps;
    private final Map<Integer, String> phases = new ConcurrentHashMap<>();
    private final Map<Integer, String> classes = new ConcurrentHashMap<>();
    private final EventKinds kinds;

    private NestedTrace(NestedTrace other, Links links) {
        this.trace = other.trace;
        this.host = other.host;
        this.tree = other.tree;
        this.enclosing = other.enclosing;
        this.links = links;
        this.projections = other.projections;
        this.device = DeviceTime.of(trace.gpu(), tree, links);
        this.modules = other.modules;
        this.graphs = other.graphs;
        this.steps = other.steps;
        this.kinds = EventKinds.of(trace.gpu(), host, links);
    }

    private NestedTrace(Trace trace) {
        GpuTable gpu = trace.gpu();
        this.trace = trace;
        this.host = trace.host();
        Meanwhile<int[]> around = Meanwhile.of(() -> Modules.around(trace.host()));
        HostTree nested = HostTree.of(host);
        this.tree = nested;
        this.enclosing = tree.nearest(HostKind.OPERATOR);
        Links launched = Links.of(gpu, tree, enclosing);
        this.links = launched;
        Meanwhile<FoundSteps> found = Meanwhile.of(() -> StepSearch.of(trace, nested, launched));
        this.kinds = EventKinds.of(gpu, host, links);
        this.projections = Projections.of(gpu, tree, links);
        this.device = DeviceTime.of(gpu, tree, links);
        this.graphs = GraphCalls.of(host);
        this.modules = around.result();
        this.steps = found.result();
    }

    public static NestedTrace of(Trace trace) {
        return new NestedTrace(trace);
    }

    /// The same, with replayed events led back to where their graph was captured.
    public NestedTrace with(ReplayOrigins origins) {
        return origins.isEmpty() ? this : new NestedTrace(this, links.with(origins));
    }

    public Trace trace() {
        return trace;
    }

    public HostTree tree() {
        return tree;
    }

    /// The nearest operator around each host row.
    public int[] enclosing() {
        return enclosing;
    }

    public Links links() {
        return links;
    }

    public Projections projections() {
        return projections;
    }

    public DeviceTime device() {
        return device;
    }

    /// The module around each call.
    public int[] modules() {
        return modules;
    }

    /// The call that launched a GPU event.
    public Optional<Integer> call(int gpuRow) {
        int call = links.call(gpuRow);
        return call == Links.NONE ? Optional.empty() : Optional.of(call);
    }

    /// Empty where a GPU event has no operator.
    public String operator(int gpuRow) {
        Optional<KernelOrigin> replayed = links.replayedOperator(gpuRow);
        if (replayed.isPresent()) {
            return replayed.get().operator();
        }
        int operator = links.operator(gpuRow);
        return operator == Links.NONE ? "" : host.name().get(operator);
    }

    /// Whether a graph replayed a GPU event.
    public boolean inGraph(int gpuRow) {
        return graphs.replayed(trace.gpu(), links, gpuRow);
    }

    public String module(int gpuRow) {
        Optional<KernelOrigin> origin = links.origin(gpuRow);
        if (origin.isPresent()) {
            return Modules.className(origin.get().module());
        }
        int call = links.call(gpuRow);
        boolean none = call == Links.NONE || modules[call] == Modules.NONE;
        return none
                ? ""
                : classes.computeIfAbsent(
                        host.name().code(modules[call]),
                        code -> Modules.className(host.name().symbols().text(code)));
    }

    /// The innermost range around a GPU event's launch.
    public String range(int gpuRow) {
        int call = links.call(gpuRow);
        int range = call == Links.NONE ? HostTree.NONE : projections.rangeAround(call);
        return range == HostTree.NONE ? "" : host.name().get(range);
    }

    /// A GPU event belongs where it was launched; empty outside of all phases.
    public String phaseOfGpu(int gpuRow) {
        int call = links.call(gpuRow);
        int from = call == Links.NONE ? links.operator(gpuRow) : call;
        return from == Links.NONE ? "" : phase(from);
    }

    /// The innermost phase around a host event; empty outside of all.
    public String phase(int hostRow) {
        for (int at = projections.rangeAround(hostRow);
                at != HostTree.NONE;
                at = projections.above(at)) {
            String phase = phases.computeIfAbsent(host.name().code(at), this::phaseOfName);
            if (!phase.isEmpty()) {
                return phase;
            }
        }
        return steps.phase(hostRow);
    }

    FoundSteps steps() {
        return steps;
    }

    private String phaseOfName(int code) {
        return PhaseFinder.phase(host.name().symbols().text(code)).orElse("");
    }

    public KernelCategory category(int gpuRow) {
        return kinds.at(gpuRow);
    }

    public EventKinds kinds() {
        return kinds;
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
