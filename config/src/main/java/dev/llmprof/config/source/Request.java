package dev.llmprof.config.source;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Everything a configuration is made from. The clock and the environment are given, not taken.
///
/// `roots` are the main directory and further ones, in order; the engine's own come before them.
public record Request(
        List<ConfigRoot> roots,
        Optional<String> configName,
        List<String> overrides,
        Mode mode,
        String jobName,
        Path cwd,
        Map<String, String> environment,
        Supplier<ZonedDateTime> now) {

    public Request {
        roots = List.copyOf(roots);
        overrides = List.copyOf(overrides);
        environment = Map.copyOf(environment);
    }

    /// One job, or the master of a sweep, where sweeps stay open.
    public enum Mode {
        RUN,
        MULTIRUN
    }

    /// This moment where we are. The zone is looked up by whoever asks for the time: to know zones,
    /// Java opens every jar there is.
    public static Supplier<ZonedDateTime> localTime() {
        Instant now = Instant.now();
        return () -> now.atZone(ZoneId.systemDefault());
    }

    public Request with(List<String> newOverrides, Mode newMode) {
        return new Request(
                roots, configName, newOverrides, newMode, jobName, cwd, environment, now);
    }
}
