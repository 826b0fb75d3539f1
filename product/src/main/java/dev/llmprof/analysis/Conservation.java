package dev.llmprof.analysis;

import java.util.List;

/// The same GPU time counted at every level; a level that misses some says so.
public record Conservation(long gpuNanos, List<Level> levels) {
    /// One way of dividing the time. `explainedNanos` lies in its rows, `restNanos` in its "not
    /// attributed" row.
    public record Level(String name, long explainedNanos, long restNanos) {
        public long totalNanos() {
            return explainedNanos + restNanos;
        }
    }

    public boolean holds() {
        return levels.stream().allMatch(level -> level.totalNanos() == gpuNanos);
    }
}
