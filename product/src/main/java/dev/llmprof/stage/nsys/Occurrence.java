package dev.llmprof.stage.nsys;

import dev.llmprof.tool.Nsys;
import dev.llmprof.tool.Nsys.Capture;
import java.util.Optional;

/// Which occurrence of its range a gate takes, and what is recorded where it never comes.
enum Occurrence {
    /// The program's own, cold or warm.
    FIRST,
    /// The first one, after the program has warmed up without ranges.
    WARM,
    /// The first one has another name, and this is the next.
    SECOND,
    /// The second was waited for, and there was only the first.
    COLD,
    /// The window, which Python programs have and the built-in workload.
    WINDOW,
    /// The window was waited for in vain.
    EVERYTHING;

    Optional<Nsys.Capture> instead(Nsys.Capture waitedFor) {
        return switch (this) {
            case FIRST, WARM, COLD, EVERYTHING -> Optional.empty();
            case WINDOW -> Optional.of(new Capture.WholeRun());
            case SECOND -> Optional.of(waitedFor);
        };
    }

    Occurrence afterNothing() {
        return this == WINDOW ? EVERYTHING : COLD;
    }

    String covers(Nsys.Capture capture, String end) {
        return switch (capture) {
            case Capture.WholeRun() ->
                    this == EVERYTHING
                            ? "the whole run: its window never opened (capture.warmup=0 takes an only request)"
                            : "the whole run";
            case Capture.Nvtx(String range) -> covers("'" + range + "'", end);
            case Capture.CudaProfilerApi() -> "between cudaProfilerStart and cudaProfilerStop";
            case Capture.Hotkey() -> "between two key presses";
        };
    }

    private String covers(String range, String end) {
        if (end.startsWith("repeat")) {
            return "each occurrence of " + range + (this == SECOND ? " but the first" : "");
        }
        if (end.equals("none")) {
            return "from the " + (this == SECOND ? "second " : "first ") + range + " to the end";
        }
        return switch (this) {
            case SECOND, WARM -> "a warm occurrence of " + range;
            case COLD -> "the first, cold occurrence of " + range + ": no other came";
            case WINDOW -> "the window of warm requests or steps";
            case FIRST, EVERYTHING -> "the first occurrence of " + range;
        };
    }
}
