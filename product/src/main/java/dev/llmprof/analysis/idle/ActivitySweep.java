package dev.llmprof.analysis.idle;

import java.util.Arrays;

/// Divides stretches of time by what one thread did in them. Time that several events cover counts
/// for the first [HostActivity] among them: a level is the union of all activities up to it, and an
/// activity is what its level has more than the one before.
final class ActivitySweep {
    private static final int LEVELS = HostActivity.LAUNCH.level();

    private final long[] starts;
    private final long[] ends;
    private final long[] covered = new long[LEVELS];
    private final long[] last = new long[LEVELS];
    private final int[] at = new int[LEVELS];

    private ActivitySweep(long[] starts, long[] ends) {
        this.starts = starts;
        this.ends = ends;
        Arrays.fill(last, Long.MIN_VALUE);
    }

    /// The time of each activity in all stretches, which come in order and do not overlap, as the
    /// events come by start.
    static long[] sums(HostThreads threads, int[] events, long[] starts, long[] ends) {
        ActivitySweep sweep = new ActivitySweep(starts, ends);
        for (int event : events) {
            int activity = threads.activity(event);
            if (activity != ActivityNames.NONE) {
                sweep.add(activity, threads.start(event), threads.end(event));
            }
        }
        for (int level = LEVELS - 1; level > 0; level--) {
            sweep.covered[level] -= sweep.covered[level - 1];
        }
        return sweep.covered;
    }

    private void add(int first, long start, long end) {
        for (int level = first; level < LEVELS; level++) {
            long from = Math.max(start, last[level]);
            if (end <= from) {
                return; // wider levels reach at least as far
            }
            last[level] = end;
            cover(level, from, end);
        }
    }

    private void cover(int level, long from, long to) {
        int stretch = at[level];
        while (stretch < starts.length && ends[stretch] <= from) {
            stretch++;
        }
        at[level] = stretch;
        for (; stretch < starts.length && starts[stretch] < to; stretch++) {
            covered[level] += Math.min(to, ends[stretch]) - Math.max(from, starts[stretch]);
        }
    }
}
