package dev.llmprof.run.settings;

import dev.llmprof.config.bind.Binder;
import dev.llmprof.problem.Problem;
import java.time.Duration;
import java.util.Optional;

/// A deadline that no program can keep is a mistake, not a way to say "none".
final class Timeouts {

    private Timeouts() {}

    static void check(Binder binder, String key, Optional<Duration> timeout) {
        if (timeout.filter(Duration::isZero).isPresent()) {
            binder.add(
                    new Problem(
                            key + " is 0, so every program would be stopped at once",
                            binder.at(key),
                            key + "=24h   for a long one"));
        }
    }
}
