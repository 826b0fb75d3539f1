package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.breakdown.Nested;
import dev.llmprof.analysis.breakdown.Projections;
import dev.llmprof.analysis.breakdown.RangeBreakdown;
import dev.llmprof.analysis.event.DeviceTime;
import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.event.Modules;
import dev.llmprof.analysis.kernel.KernelCategories;
import dev.llmprof.analysis.kernel.KernelCategory;
import dev.llmprof.analysis.phase.PhaseFinder;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Trace;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What each single event of a trace was found to belong to, for tables of events.
public final class EventFacts {
    private final Nested nested;
    private final Trace trace;
    private final HostTable host;
    private final HostTree tree;
    private final Links links;
    private final Projections projections;
    private final DeviceTime device;
    private final int[] modules;
    private final Map<Integer, String> phases = new HashMap<>();
    private final Map<Integer, String> classes = new HashMap<>();
    private final Map<Integer, KernelCategory> categories = new HashMap<>();

    private EventFacts(Nested nested) {
        this.nested = nested;
        this.trace = nested.trace();
        this.host = trace.host();
        this.tree = nested.tree();
        this.links = nested.links();
        this.projections = nested.projections();
        this.device = nested.device();
        this.modules = nested.modules();
    }

    public static EventFacts of(Trace trace) {
        return new EventFacts(Nested.of(trace));
    }

    Nested nested() {
        return nested;
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
            String phase = phases.computeIfAbsent(host.name().code(at), this::phaseOfName);
            if (!phase.isEmpty()) {
                return phase;
            }
        }
        return "";
    }

    private String phaseOfName(int code) {
        return PhaseFinder.phase(host.name().symbols().text(code)).orElse("");
    }

    public KernelCategory category(int gpuRow) {
        return categories.computeIfAbsent(
                trace.gpu().name().code(gpuRow),
                code -> KernelCategories.of(trace.gpu().name().symbols().text(code)));
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
