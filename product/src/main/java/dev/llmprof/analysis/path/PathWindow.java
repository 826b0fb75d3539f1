package dev.llmprof.analysis.path;

import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.analysis.event.Links;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.phase.Steps;
import dev.llmprof.trace.GpuTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A step as a path is walked through it: when it began and ended on the host, on which thread, and
/// the GPU event of it that ended last, if any.
record PathWindow(String name, long startNanos, long hostEndNanos, int thread, int lastGpuRow) {
    static final int NONE = -1;

    /// What the step before still does on the GPU is not this one's.
    PathWindow notBefore(long nanos) {
        return new PathWindow(name, Math.max(startNanos, nanos), hostEndNanos, thread, lastGpuRow);
    }

    private PathWindow onThread(int other) {
        return new PathWindow(name, startNanos, hostEndNanos, other, lastGpuRow);
    }

    private PathWindow endingWith(int gpuRow) {
        return new PathWindow(name, startNanos, hostEndNanos, thread, gpuRow);
    }

    /// The steps, each beginning after the one before has ended; without any the whole trace.
    static List<PathWindow> of(NestedTrace nested, Steps steps, int mainThread) {
        if (ofGpuAlone(nested)) {
            return whole(nested, mainThread);
        }
        List<PathWindow> windows = new ArrayList<>();
        steps.profiler()
                .forEach(step ->
                        add(windows, step.name(), step.startNanos(), step.hostNanos(), mainThread));
        if (windows.isEmpty()) {
            steps.engine()
                    .forEach(step ->
                            add(
                                    windows,
                                    step.name(),
                                    step.startNanos(),
                                    step.hostNanos(),
                                    mainThread));
        }
        if (windows.isEmpty()) {
            return whole(nested, mainThread);
        }
        threads(windows, nested.trace().host());
        lastWork(windows, nested);
        return windows;
    }

    private static void add(
            List<PathWindow> windows, String name, long start, long nanos, int thread) {
        boolean follows = windows.isEmpty() || windows.getLast().hostEndNanos() <= start;
        if (follows && nanos > 0) {
            windows.add(new PathWindow(name, start, start + nanos, thread, NONE));
        }
    }

    private static void threads(List<PathWindow> windows, HostTable host) {
        for (int row = 0; row < host.size(); row++) {
            if (host.kind().get(row) == HostKind.RANGE.code()) {
                int at = around(windows, host.startNanos().get(row));
                boolean itself =
                        at != NONE
                                && windows.get(at).startNanos() == host.startNanos().get(row)
                                && windows.get(at).hostEndNanos() == host.endNanos(row);
                if (itself) {
                    windows.set(at, windows.get(at).onThread(host.thread().code(row)));
                }
            }
        }
    }

    private static void lastWork(List<PathWindow> windows, NestedTrace nested) {
        GpuTable gpu = nested.trace().gpu();
        HostTable host = nested.trace().host();
        for (int row : nested.links().order()) {
            int call = nested.links().call(row);
            int at = call == Links.NONE ? NONE : around(windows, host.startNanos().get(call));
            if (at != NONE && later(gpu, row, windows.get(at).lastGpuRow())) {
                windows.set(at, windows.get(at).endingWith(row));
            }
        }
    }

    private static boolean later(GpuTable gpu, int row, int than) {
        return than == NONE || gpu.endNanos(row) > gpu.endNanos(than);
    }

    /// The window that a time on the host lies in.
    private static int around(List<PathWindow> windows, long nanos) {
        int low = 0;
        int high = windows.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (windows.get(middle).startNanos() <= nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low > 0 && windows.get(low - 1).hostEndNanos() > nanos ? low - 1 : NONE;
    }

    /// No launch was recorded: whatever the host did leads to none of the work.
    private static boolean ofGpuAlone(NestedTrace nested) {
        int[] rows = nested.links().order();
        return rows.length > 0
                && Arrays.stream(rows).allMatch(row -> nested.links().call(row) == Links.NONE);
    }

    private static List<PathWindow> whole(NestedTrace nested, int mainThread) {
        GpuTable gpu = nested.trace().gpu();
        HostTree tree = nested.tree();
        long start = Long.MAX_VALUE;
        long hostEnd = Long.MIN_VALUE;
        int last = NONE;
        int[] host = ofGpuAlone(nested) ? new int[0] : tree.order();
        for (int row : host) {
            start = Math.min(start, tree.host().startNanos().get(row));
            hostEnd = Math.max(hostEnd, tree.host().endNanos(row));
        }
        for (int row : nested.links().order()) {
            start = Math.min(start, gpu.startNanos().get(row));
            last = later(gpu, row, last) ? row : last;
        }
        return start == Long.MAX_VALUE
                ? List.of()
                : List.of(new PathWindow("", start, hostEnd, mainThread, last));
    }
}
