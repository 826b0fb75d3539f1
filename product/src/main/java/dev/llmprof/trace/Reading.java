package dev.llmprof.trace;

import java.util.List;
import java.util.SortedMap;

/// What the reader saw in a file and what it could not use: every event of the file is counted
/// here.
///
/// `broken` events could not be read; `whole` where the file was read to an end that fits and its
/// checksum too; `overheadNanos` is what the profiler says it took for itself, by what it did;
/// `remarks` say in words what a user should know, such as where a file breaks off.
public record Reading(
        long bytes,
        long events,
        SortedMap<String, Long> byPhase,
        SortedMap<String, Long> byCategory,
        long negativeDurations,
        long missingDurations,
        long broken,
        boolean whole,
        SortedMap<String, Long> overheadNanos,
        List<String> remarks) {}
