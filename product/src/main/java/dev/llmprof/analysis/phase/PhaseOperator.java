package dev.llmprof.analysis.phase;

/// An operator as it ran in a phase, with its shapes and the class of the module around it where
/// the trace has them: its own host time and the time of the GPU work it launched itself.
public record PhaseOperator(
        String phase,
        String name,
        String shapes,
        String module,
        long calls,
        long hostNanos,
        long deviceNanos) {}
