package dev.llmprof.stage.ncu;

import java.time.Duration;

/// How long ncu may take. What was predicted may be wrong: past `limit` what runs is ended, and
/// nothing more starts; half as much again as was asked for, and never more than `timeout`.
public record NcuBudget(double minutes, Duration timeout) {
    private static final double PATIENCE = 1.5;

    Duration limit() {
        Duration most = Duration.ofMillis(Math.round(minutes * PATIENCE * 60_000));
        return most.compareTo(timeout) < 0 ? most : timeout;
    }
}
