package dev.llmprof.analysis.breakdown;

import dev.llmprof.analysis.event.DeviceTime;
import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.event.Modules;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.Trace;

/// A trace whose events have found their places, once for all who ask: which host event lies in
/// which, what launched what, and around which calls a module stands.
public final class Nested {
    private final Trace trace;
    private final HostTree tree;
    private final int[] enclosing;
    private final Links links;
    private final Projections projections;
    private final DeviceTime device;
    private final int[] modules;

    private Nested(Trace trace) {
        GpuTable gpu = trace.gpu();
        this.trace = trace;
        this.tree = HostTree.of(trace.host());
        this.enclosing = tree.nearest(HostKind.OPERATOR);
        this.links = Links.of(gpu, tree, enclosing);
        this.projections = Projections.of(gpu, tree, links);
        this.device = DeviceTime.of(gpu, tree, links);
        this.modules = Modules.around(trace.host());
    }

    public static Nested of(Trace trace) {
        return new Nested(trace);
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
}
