package dev.llmprof.study.compare;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One run of a side: its directory where it is one of ours, its captures, and when it began.
public record SideRun(
        String name, Optional<Path> directory, List<Path> captures, Optional<Instant> started) {
    public SideRun {
        captures = List.copyOf(captures);
    }
}
