package dev.llmprof.trace;

/// What a file is, judged by its content.
public enum FileKind {
    TORCH_TRACE,
    NSYS_SQLITE,
    NSYS_REPORT,
    NSYS_CSV,
    NCU_REPORT,
    NCU_CSV,
    UNKNOWN
}
