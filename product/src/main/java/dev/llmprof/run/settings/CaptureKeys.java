package dev.llmprof.run.settings;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.bind.ByteSize;
import dev.llmprof.config.bind.InRange;
import dev.llmprof.config.bind.Open;
import dev.llmprof.problem.Problem;
import dev.llmprof.stage.workload.CaptureWindow;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// `capture` as it is written.
public record CaptureKeys(
        @InRange(min = 0) int warmup,
        @InRange(min = 1) Optional<Integer> requests,
        @InRange(min = 1) Optional<Integer> steps,
        Optional<Duration> delay,
        Optional<Duration> duration,
        ByteSize maxBytes,
        Start start,
        After after,
        Optional<Boolean> byPhase,
        Optional<Bare> bare) {

    /// Whether a pass without a profiler times the workload.
    public enum Bare {
        /// Where the recorded pass of the built-in workload has too few requests beside the
        /// recorded one.
        AUTO,
        ON,
        OFF
    }

    enum Start {
        AUTO,
        SIGNAL
    }

    enum After {
        CONTINUE,
        STOP
    }

    @Open
    record Root(Optional<CaptureKeys> capture) {}

    /// A tree of somebody's own may be older than these keys.
    public static CaptureWindow window(Binder binder) {
        return binder.read("", Root.class)
                .flatMap(Root::capture)
                .map(CaptureKeys::window)
                .orElse(CaptureWindow.USUAL);
    }

    public static Bare bare(Binder binder) {
        return binder.read("", Root.class)
                .flatMap(Root::capture)
                .flatMap(CaptureKeys::bare)
                .orElse(Bare.AUTO);
    }

    /// What the built-in workload has no use for: it makes its requests itself, one after the
    /// other.
    static void checkBuiltin(CaptureWindow window, Binder binder) {
        refuse(binder, window.byHand(), "start=signal", "capture.start=auto");
        refuse(binder, window.stopsProgram(), "after=stop", "capture.after=continue");
        refuse(binder, !window.delay().isZero(), "delay", "capture.delay=null");
        refuse(binder, window.duration().isPresent(), "duration", "capture.duration=null");
    }

    private static void refuse(Binder binder, boolean asked, String key, String fix) {
        if (asked) {
            binder.add(
                    new Problem(
                            "capture." + key + " needs a program of your own",
                            binder.at("capture." + key.replaceAll("=.*", "")),
                            fix + "   or   llmprof run -- program argument…"));
        }
    }

    private CaptureWindow window() {
        return new CaptureWindow(
                warmup,
                optional(requests),
                optional(steps),
                delay.orElse(Duration.ZERO),
                duration,
                maxBytes.bytes(),
                start == Start.SIGNAL ? CaptureWindow.Start.SIGNAL : CaptureWindow.Start.AUTO,
                after == After.STOP,
                byPhase.orElse(false));
    }

    private static OptionalInt optional(Optional<Integer> value) {
        return value.map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }
}
