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
    private static final long LEAST_BYTES = 1_000_000;

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
        Optional<CaptureKeys> keys = binder.read("", Root.class).flatMap(Root::capture);
        keys.ifPresent(each -> each.checkRoom(binder));
        return keys.map(CaptureKeys::window).orElse(CaptureWindow.USUAL);
    }

    /// A window into which not one step fits would record nothing, without a word.
    private void checkRoom(Binder binder) {
        if (duration.filter(Duration::isZero).isPresent()) {
            binder.add(
                    new Problem(
                            "capture.duration is 0: nothing would be recorded",
                            binder.at("capture.duration"),
                            "capture.duration=10s   or   capture.duration=null for no limit"));
        }
        if (maxBytes.bytes() < LEAST_BYTES) {
            binder.add(
                    new Problem(
                            "capture.max_bytes is less than 1MB: not one step fits into it",
                            binder.at("capture.max_bytes"),
                            "capture.max_bytes=64MB"));
        }
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
