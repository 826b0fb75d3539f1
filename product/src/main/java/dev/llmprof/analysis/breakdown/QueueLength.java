package dev.llmprof.analysis.breakdown;

import dev.llmprof.trace.Lane;
import java.util.List;

/// How many launches were waiting on each stream, sampled at every launch and every start.
public record QueueLength(List<Stream> streams) {
    /// One stream of one device.
    public record Stream(Lane lane, long points, long most, long least, long sum, long last) {}
}
