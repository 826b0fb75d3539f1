package dev.llmprof.run.settings;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.config.bind.Open;
import dev.llmprof.problem.Problem;
import dev.llmprof.stage.conditions.ConditionsSettings;
import java.time.Duration;
import java.util.Optional;

/// `pipeline.conditions` as it is written.
public record ConditionsKeys(boolean enable, Optional<Duration> interval) implements StageKeys {
    public static final ConditionsKeys USUAL = new ConditionsKeys(true, Optional.empty());

    private static final Duration OFTEN = Duration.ofMillis(100);
    private static final Duration LEAST = Duration.ofMillis(10);
    private static final Duration MOST = Duration.ofMinutes(1);

    /// `pipeline`, of which only this is read.
    @Open
    public record Pipeline(Optional<ConditionsKeys> conditions) {}

    public ConditionsSettings settings() {
        return new ConditionsSettings(interval.orElse(OFTEN));
    }

    public void check(Binder binder) {
        interval.filter(each -> each.compareTo(LEAST) < 0 || each.compareTo(MOST) > 0)
                .ifPresent(each ->
                        binder.add(
                                new Problem(
                                        "pipeline.conditions.interval must be 10ms to 1m",
                                        binder.at("pipeline.conditions.interval"),
                                        "pipeline.conditions.interval=100ms")));
    }
}
