package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.trace.FrameTable;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Trace;

/// What single events say of how a capture was made, counted while they are there.
///
/// `calls` are all of CUDA's and HIP's, `launches` those that launch one kernel each, between the
/// first and the last that have GPU work; `workless` of these have none. `early` GPU events begin
/// before their launch does, by so much altogether; `clipped` ones have no launch and begin before
/// all that have one. `wholeGraphs` are graphs recorded as one event each.
public record TraceSigns(
        long calls,
        long launches,
        long workless,
        Timed linked,
        Timed early,
        Timed clipped,
        Timed compiling,
        Timed kernels,
        Timed wholeGraphs,
        long profilers,
        long frames,
        long spanNanos) {

    /// Events, and a time of theirs.
    public record Timed(long events, long nanos) {
        public double meanNanos() {
            return events == 0 ? 0 : (double) nanos / events;
        }
    }

    static TraceSigns of(NestedTrace nested) {
        var count = new Counting(nested);
        count.gpu();
        count.host();
        count.frames();
        return count.signs();
    }

    /// Adds up without a new object for each event.
    private static final class Sum {
        private long events;
        private long nanos;

        void add(long more) {
            events++;
            nanos += more;
        }

        Timed timed() {
            return new Timed(events, nanos);
        }
    }

    /// One pass over each table.
    private static final class Counting {
        private final Trace trace;
        private final Links links;
        private final NameSigns signs;
        private final boolean[] working;
        private long firstLaunch = Long.MAX_VALUE;
        private long lastLaunch = Long.MIN_VALUE;
        private long firstLinked = Long.MAX_VALUE;
        private long first = Long.MAX_VALUE;
        private long last = Long.MIN_VALUE;
        private final Sum linked = new Sum();
        private final Sum early = new Sum();
        private final Sum clipped = new Sum();
        private final Sum compiling = new Sum();
        private final Sum kernels = new Sum();
        private final Sum wholeGraphs = new Sum();
        private long calls;
        private long launches;
        private long workless;
        private long profilers;
        private long starts;

        Counting(NestedTrace nested) {
            this.trace = nested.trace();
            this.links = nested.links();
            this.signs = new NameSigns(trace.host().name().symbols());
            this.working = new boolean[trace.host().size()];
        }

        void gpu() {
            GpuTable gpu = trace.gpu();
            for (int row = 0; row < gpu.size(); row++) {
                seen(gpu.startNanos().get(row), gpu.endNanos(row));
                switch (gpu.kindOf(row)) {
                    case KERNEL -> kernels.add(gpu.durationNanos().get(row));
                    case GRAPH -> wholeGraphs.add(gpu.durationNanos().get(row));
                    case COPY, SET -> {}
                }
                if (links.call(row) != Links.NONE) {
                    linked(gpu, row, links.call(row));
                }
            }
            for (int row = 0; row < gpu.size(); row++) {
                if (links.call(row) == Links.NONE && gpu.startNanos().get(row) < firstLinked) {
                    clipped.add(gpu.durationNanos().get(row));
                }
            }
        }

        private void linked(GpuTable gpu, int row, int call) {
            long launch = trace.host().startNanos().get(call);
            long start = gpu.startNanos().get(row);
            working[call] = true;
            linked.add(gpu.durationNanos().get(row));
            firstLinked = Math.min(firstLinked, start);
            firstLaunch = Math.min(firstLaunch, launch);
            lastLaunch = Math.max(lastLaunch, launch);
            if (start < launch) {
                early.add(launch - start);
            }
        }

        void host() {
            HostTable host = trace.host();
            for (int row = 0; row < host.size(); row++) {
                seen(host.startNanos().get(row), host.endNanos(row));
                if (!host.kindOf(row).isCall()) {
                    named(host.name().code(row), host.durationNanos().get(row));
                    continue;
                }
                calls++;
                long start = host.startNanos().get(row);
                NameSigns.Sign sign = named(host.name().code(row), host.durationNanos().get(row));
                if (sign == NameSigns.Sign.LAUNCH && start >= firstLaunch && start <= lastLaunch) {
                    launches++;
                    workless += working[row] ? 0 : 1;
                }
            }
        }

        void frames() {
            FrameTable frames = trace.frames();
            for (int row = 0; row < frames.size(); row++) {
                named(frames.name().code(row), frames.durationNanos().get(row));
            }
        }

        private NameSigns.Sign named(int code, long nanos) {
            NameSigns.Sign sign = signs.of(code);
            switch (sign) {
                case COMPILING -> compiling.add(nanos);
                case START -> starts++;
                case PROFILER -> profilers++;
                case LAUNCH, NOTHING, UNKNOWN -> {}
            }
            return sign;
        }

        private void seen(long start, long end) {
            first = Math.min(first, start);
            last = Math.max(last, end);
        }

        TraceSigns signs() {
            return new TraceSigns(
                    calls,
                    launches,
                    workless,
                    linked.timed(),
                    early.timed(),
                    clipped.timed(),
                    compiling.timed(),
                    kernels.timed(),
                    wholeGraphs.timed(),
                    profilers + Math.max(0, starts - 1),
                    trace.frames().size(),
                    last < first ? 0 : last - first);
        }
    }
}
