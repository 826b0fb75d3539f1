package dev.llmprof.analysis.capture;

import dev.llmprof.trace.Device;
import dev.llmprof.trace.ParallelRank;
import dev.llmprof.trace.Rank;
import dev.llmprof.trace.Reading;
import dev.llmprof.trace.ServedFile;
import dev.llmprof.trace.Trace;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// Where a capture comes from: its file, the tool that made it, where that ran, how it was read,
/// and when its first event began.
public record CaptureOrigin(
        String source,
        String tool,
        Reading reading,
        List<Device> devices,
        Optional<Rank> rank,
        SortedMap<String, String> facts,
        Optional<Instant> began) {

    /// What the file's name says of where the process stands.
    public Optional<ParallelRank> parallelRank() {
        return ParallelRank.of(source);
    }

    /// What the file's name says of what is in it.
    public ServedFile servedFile() {
        return ServedFile.of(source);
    }

    static CaptureOrigin of(Trace trace) {
        return new CaptureOrigin(
                trace.source(),
                trace.tool(),
                trace.reading(),
                trace.devices(),
                trace.rank(),
                trace.facts(),
                WallClock.began(trace));
    }
}
