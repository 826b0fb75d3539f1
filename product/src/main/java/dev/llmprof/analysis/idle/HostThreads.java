package dev.llmprof.analysis.idle;

import dev.llmprof.analysis.event.HostTree;
import dev.llmprof.table.Rows;
import dev.llmprof.trace.FrameTable;
import dev.llmprof.trace.HostKind;
import dev.llmprof.trace.HostTable;
import java.util.Arrays;

/// The events of each host thread in the order of their starts, Python's frames among them. A frame
/// has the number `host.size() + row`.
final class HostThreads {
    private final HostTable host;
    private final FrameTable frames;
    private final int[] nested;
    private final int[] stacked;
    private final ActivityNames names;

    /// Those of the thread that was asked for last, which is mostly the next, too.
    private int[] events = new int[0];

    private int eventsOf = -1;

    HostThreads(HostTree tree, FrameTable frames) {
        this.host = tree.host();
        this.frames = frames;
        this.nested = tree.order();
        this.names = new ActivityNames(host.name().symbols());
        int[] modules = Rows.where(host.size(), row -> host.kindOf(row) == HostKind.MODULE);
        this.stacked = Arrays.copyOf(modules, modules.length + frames.size());
        for (int row = 0; row < frames.size(); row++) {
            stacked[modules.length + row] = host.size() + row;
        }
        Rows.sorted(stacked, this::byThreadAndStart);
    }

    HostTable host() {
        return host;
    }

    int[] events(int thread) {
        if (eventsOf != thread) {
            events = merged(thread);
            eventsOf = thread;
        }
        return events;
    }

    private int[] merged(int thread) {
        int[] left = of(nested, thread);
        int[] right = of(stacked, thread);
        if (right.length == 0) {
            return left;
        }
        int[] merged = new int[left.length + right.length];
        int l = 0;
        int r = 0;
        for (int at = 0; at < merged.length; at++) {
            boolean takeLeft =
                    r == right.length || (l < left.length && start(left[l]) < start(right[r]));
            merged[at] = takeLeft ? left[l++] : right[r++];
        }
        return merged;
    }

    long start(int event) {
        return isFrame(event)
                ? frames.startNanos().get(event - host.size())
                : host.startNanos().get(event);
    }

    long end(int event) {
        return isFrame(event) ? frames.endNanos(event - host.size()) : host.endNanos(event);
    }

    String name(int event) {
        return isFrame(event) ? frames.name().get(event - host.size()) : host.name().get(event);
    }

    /// The place of a [HostActivity], or NONE of [ActivityNames].
    int activity(int event) {
        return isFrame(event)
                ? names.python(frames.name().code(event - host.size()))
                : names.of(host.kindOf(event), host.name().code(event));
    }

    boolean isPython(int event) {
        return isFrame(event) || host.kindOf(event) == HostKind.MODULE;
    }

    boolean isCall(int event) {
        return !isFrame(event) && host.kindOf(event).isCall();
    }

    private boolean isFrame(int event) {
        return event >= host.size();
    }

    private int thread(int event) {
        return isFrame(event)
                ? frames.thread().get(event - host.size())
                : host.thread().code(event);
    }

    private int byThreadAndStart(int left, int right) {
        int threads = Integer.compare(thread(left), thread(right));
        return threads != 0 ? threads : Long.compare(start(left), start(right));
    }

    /// The part of one thread, found by halving: both lists go thread by thread.
    private int[] of(int[] events, int thread) {
        return Arrays.copyOfRange(events, first(events, thread), first(events, thread + 1));
    }

    private int first(int[] events, int thread) {
        int low = 0;
        int high = events.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (thread(events[middle]) < thread) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
