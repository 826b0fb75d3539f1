package dev.llmprof.run.settings;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.bind.Open;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// `gate` and `baseline` as they are written.
public record GateKeys(Optional<Duration> floor) {
    private static final Duration FLOOR = Duration.ofNanos(2_000);
    private static final Path BASELINES = Path.of("baselines");

    record BaselineKeys(Optional<Path> dir) {}

    @Open
    record Root(Optional<GateKeys> gate, Optional<BaselineKeys> baseline) {}

    /// The least time that is a change, and where baselines are. A tree of somebody's own may be
    /// older than these keys.
    public record Bound(Duration floor, Path baselines) {}

    public static Bound of(Binder binder) {
        Root root =
                binder.read("", Root.class)
                        .orElseGet(() -> new Root(Optional.empty(), Optional.empty()));
        return new Bound(
                root.gate.flatMap(GateKeys::floor).orElse(FLOOR),
                root.baseline.flatMap(BaselineKeys::dir).orElse(BASELINES));
    }
}
