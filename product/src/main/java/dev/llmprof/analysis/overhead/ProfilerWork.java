package dev.llmprof.analysis.overhead;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/// What a profiler did besides letting the program run: what it says itself, which option made how
/// many events, and what the sampler took. `share` of a time is of the capture's span, that of
/// events of all its events.
public record ProfilerWork(
        String source,
        String what,
        String option,
        OptionalLong events,
        OptionalLong nanos,
        OptionalDouble share) {}
