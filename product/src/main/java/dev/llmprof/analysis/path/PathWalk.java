package dev.llmprof.analysis.path;

import dev.llmprof.analysis.breakdown.EventKinds;
import dev.llmprof.analysis.breakdown.GpuTimelines;
import dev.llmprof.analysis.breakdown.Idle;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.event.WaitingCalls;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.trace.GpuKind;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import dev.llmprof.trace.Lane;
import java.util.BitSet;
import java.util.regex.Pattern;

/// Walks back from the end of a step: from GPU work to what it waited for, which is the work before
/// it on its stream, work of another stream, or its launch; from the host to the GPU work that a
/// call waited for. Every piece ends where the one behind it begins, so that they add up.
final class PathWalk {
    private static final Pattern WAITING =
            Pattern.compile(WaitingCalls.NAMES + "|^(?:cuda|hip)Free$|^cuMemFree");

    /// Work of another stream that ended so shortly before is what was waited for.
    private static final long RIGHT_BEFORE_NANOS = 10_000;

    /// Launching takes no longer: the work waited for something that was not recorded.
    private static final long LONGEST_LAUNCH_NANOS = 100_000;

    private static final long NEVER = Long.MIN_VALUE;

    private final GpuTable gpu;
    private final HostTable host;
    private final Links links;
    private final GpuNeighbours neighbours;
    private final HostSegments segments;
    private final BitSet backward;
    private final Pieces pieces;

    /// By a name and its kind.
    private final EventKinds kinds;

    private final boolean[] copyKernels;

    /// The names of calls that were looked at, and those of them that wait.
    private final BitSet calls = new BitSet();

    private final BitSet waiting = new BitSet();
    private long start;
    private long at;
    private int thread;
    private int mainThread;
    private int gpuRow;

    /// Takes the pieces, the last one first; a name is its code, the GPU's or the host's as the
    /// cause says, or NONE.
    interface Pieces {
        int NONE = -1;

        void add(PathCause cause, int name, long nanos);
    }

    PathWalk(NestedTrace nested, Pieces pieces) {
        this.gpu = nested.trace().gpu();
        this.host = nested.trace().host();
        this.links = nested.links();
        this.neighbours = new GpuNeighbours(gpu, links.order());
        this.segments = new HostSegments(nested.tree());
        this.backward = BackwardThreads.of(host);
        this.pieces = pieces;
        this.kinds = nested.kinds();
        this.copyKernels = GpuTimelines.copyKernels(gpu);
    }

    /// Gives the length.
    long walk(PathWindow window) {
        start = window.startNanos();
        mainThread = window.thread();
        thread = mainThread;
        boolean onGpu =
                window.lastGpuRow() != PathWindow.NONE
                        && gpu.endNanos(window.lastGpuRow()) > window.hostEndNanos();
        gpuRow = onGpu ? window.lastGpuRow() : GpuNeighbours.NONE;
        at = onGpu ? gpu.endNanos(gpuRow) : window.hostEndNanos();
        long length = Math.max(0, at - start);
        // Clocks of host and GPU may disagree; no walk needs more steps than there are events.
        long budget = 4L * (gpu.size() + host.size()) + 16;
        while (at > start && budget-- > 0) {
            if (gpuRow == GpuNeighbours.NONE) {
                onHost();
            } else {
                onGpu(gpuRow);
            }
        }
        piece(PathCause.HOST, Pieces.NONE, start);
        return length;
    }

    private void onGpu(int row) {
        int name = gpu.name().code(row);
        piece(cause(row), name, gpu.startNanos().get(row));
        int call = links.call(row);
        if (call == Links.NONE) {
            unlaunched(row);
            return;
        }
        int previous = neighbours.previous(row);
        long launched = host.startNanos().get(call);
        long freed = previous == GpuNeighbours.NONE ? NEVER : gpu.endNanos(previous);
        int other = waitedFor(row, Math.max(start, Math.max(launched, freed)));
        if (other != GpuNeighbours.NONE) {
            piece(PathCause.GAP, name, gpu.endNanos(other));
            gpuRow = other;
        } else if (launched >= freed) {
            boolean prompt = at - host.endNanos(call) <= LONGEST_LAUNCH_NANOS;
            piece(prompt ? PathCause.LAUNCH : PathCause.GAP, name, host.endNanos(call));
            gpuRow = GpuNeighbours.NONE;
            thread = host.thread().code(call);
        } else {
            piece(PathCause.GAP, name, freed);
            gpuRow = previous;
        }
    }

    /// Nobody knows what it waited for: the path goes on with what ran before it on its GPU.
    private void unlaunched(int row) {
        gpuRow = neighbours.running(at, each -> onOneGpu(each, row));
        if (gpuRow != GpuNeighbours.NONE) {
            return;
        }
        gpuRow =
                neighbours.endedLast(
                        start, at, each -> gpu.startNanos().get(each) < at && onOneGpu(each, row));
        long since = gpuRow == GpuNeighbours.NONE ? NEVER : gpu.endNanos(gpuRow);
        piece(PathCause.UNRECORDED, gpu.name().code(row), since);
    }

    /// Work of another stream that explains a longer gap than launching does.
    private int waitedFor(int row, long boundNanos) {
        if (at - boundNanos <= Idle.KERNEL_WAIT_BELOW_NANOS) {
            return GpuNeighbours.NONE;
        }
        return neighbours.endedLast(
                Math.max(boundNanos, at - RIGHT_BEFORE_NANOS),
                at,
                each -> onOtherStream(each, row));
    }

    private boolean onOtherStream(int row, int than) {
        Lane lane = gpu.lane().values().get(gpu.lane().code(row));
        Lane other = gpu.lane().values().get(gpu.lane().code(than));
        return !lane.equals(other) && onOneGpu(row, than);
    }

    private boolean onOneGpu(int row, int than) {
        Lane lane = gpu.lane().values().get(gpu.lane().code(row));
        Lane other = gpu.lane().values().get(gpu.lane().code(than));
        return lane.device().equals(other.device()) && lane.process().equals(other.process());
    }

    private void onHost() {
        HostSegments.Segment segment = segments.before(thread, at);
        int row = segment.row();
        if (row == HostSegments.NONE && thread != mainThread) {
            // A worker with nothing open was waiting to be asked.
            thread = mainThread;
        } else if (row == HostSegments.NONE || host.kindOf(row) == HostKind.RANGE) {
            unseen(row, segment.known() ? segment.sinceNanos() : start);
        } else if (host.kindOf(row).isCall()) {
            onCall(row, segment.sinceNanos());
        } else {
            boolean operator = host.kindOf(row) == HostKind.OPERATOR;
            piece(
                    operator ? PathCause.OPERATOR : PathCause.HOST,
                    host.name().code(row),
                    segment.sinceNanos());
        }
    }

    /// The host does nothing that was recorded. In a backward pass it waits for the threads that do
    /// the gradients.
    private void unseen(int row, long since) {
        int name = row == HostSegments.NONE ? Pieces.NONE : host.name().code(row);
        long from = Math.max(start, since);
        int next = thread;
        for (int each = backward.nextSetBit(0); each >= 0; each = backward.nextSetBit(each + 1)) {
            HostSegments.Segment segment = segments.before(each, at);
            long ended = segment.row() == HostSegments.NONE ? segment.sinceNanos() : at;
            boolean known = segment.row() != HostSegments.NONE || segment.known();
            if (thread == mainThread && each != thread && known && ended > from) {
                from = ended;
                next = each;
            }
        }
        piece(PathCause.HOST, name, from);
        thread = next;
    }

    private void onCall(int row, long since) {
        int name = host.name().code(row);
        int awaited = awaited(row, host.name().get(row));
        if (awaited == GpuNeighbours.NONE) {
            piece(PathCause.CALL, name, since);
        } else {
            piece(PathCause.SYNCHRONISATION, name, gpu.endNanos(awaited));
            gpuRow = awaited;
        }
    }

    /// The GPU event whose end a call waited for: it ended while the call ran.
    private int awaited(int call, String name) {
        long began = host.startNanos().get(call);
        if (waits(host.name().code(call), name)) {
            String process = host.thread().values().get(host.thread().code(call)).process();
            return neighbours.endedLast(
                    began,
                    at,
                    row -> neighbours.ofProcess(row, process) && launchedBefore(row, began));
        }
        return name.contains("Memcpy")
                ? neighbours.endedLast(began, at, row -> links.call(row) == call)
                : GpuNeighbours.NONE;
    }

    private boolean waits(int code, String name) {
        if (!calls.get(code)) {
            calls.set(code);
            waiting.set(code, WAITING.matcher(name).find());
        }
        return waiting.get(code);
    }

    private boolean launchedBefore(int row, long nanos) {
        int call = links.call(row);
        return call == Links.NONE || host.startNanos().get(call) < nanos;
    }

    private PathCause cause(int row) {
        boolean copies = copyKernels[gpu.name().code(row)];
        return switch (GpuTimelines.bucket(gpu, row, copies, kinds)) {
            case COMPUTATION -> gpu.kindOf(row) == GpuKind.SET ? PathCause.COPY : PathCause.KERNEL;
            case COMMUNICATION -> PathCause.COMMUNICATION;
            case COPY -> PathCause.COPY;
        };
    }

    private void piece(PathCause cause, int name, long from) {
        long to = Math.max(start, from);
        if (to < at) {
            pieces.add(cause, name, at - to);
            at = to;
        }
    }
}
