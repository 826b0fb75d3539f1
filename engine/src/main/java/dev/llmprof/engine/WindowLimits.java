package dev.llmprof.engine;

import dev.llmprof.workload.WorkloadSettings;
import java.util.Locale;
import java.util.function.LongSupplier;

/// How far a window has come: what was recorded in it, and which limit ends it. A request that
/// would not end within the steps is not begun, but for the first, which is cut.
final class WindowLimits {
    private final WorkloadSettings.Window window;
    private final int most;
    private final LongSupplier bytes;
    private final long before;
    private int requests;
    private int steps;
    private int last;
    private boolean full;

    /// `inputs` are as many requests as there are without a limit, `bytes` what the process has.
    WindowLimits(WorkloadSettings.Window window, int inputs, LongSupplier bytes) {
        this.window = window;
        this.most = window.requests().orElse(inputs);
        this.bytes = bytes;
        this.before = bytes.getAsLong();
    }

    /// Passes that the next request may have of those it wants; the first of them gives a token
    /// too.
    int passes(int wanted) {
        return Math.min(wanted, window.steps().orElse(wanted));
    }

    /// What the profiler holds grows once more when it stops.
    boolean full() {
        full |= 2 * (bytes.getAsLong() - before) >= window.maxBytes();
        return full;
    }

    void recorded(int passes) {
        requests++;
        steps += passes;
        last = passes;
    }

    boolean goesOn() {
        return !full && requests < most && fits();
    }

    private boolean fits() {
        return window.steps().isEmpty() || steps + last <= window.steps().getAsInt();
    }

    /// As the hook in a Python program says it.
    String words(int wanted) {
        return String.format(
                Locale.ROOT,
                "recorded: %d request%s after %d, %s; ended by %s",
                requests,
                requests == 1 ? "" : "s",
                window.warmup(),
                cut(wanted)
                        ? "the first " + steps + " of at most " + wanted + " steps"
                        : steps + (steps == 1 ? " step" : " steps"),
                endedBy(wanted));
    }

    private boolean cut(int wanted) {
        return last == passes(wanted) && passes(wanted) < wanted;
    }

    private String endedBy(int wanted) {
        if (full) {
            return "capture.max_bytes";
        }
        if (!cut(wanted) && requests >= most) {
            return "capture.requests";
        }
        return fits() ? "an interruption" : "capture.steps";
    }
}
