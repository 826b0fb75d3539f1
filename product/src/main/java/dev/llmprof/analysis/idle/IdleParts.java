package dev.llmprof.analysis.idle;

/// Hears of idle time: so long for that cause before the GPU event of that row. The parts of one
/// gap add up to it.
@FunctionalInterface
public interface IdleParts {
    IdleParts NOBODY = (_, _, _) -> {};

    void part(int nextGpuRow, IdleCause cause, long nanos);
}
