package dev.llmprof.trace;

/// What a file is, judged by its content.
public enum FileKind {
    TORCH_TRACE("PyTorch trace"),
    NSYS_SQLITE("nsys SQLite export"),
    NSYS_REPORT("nsys report"),
    NSYS_CSV("nsys summary CSV"),
    NCU_REPORT("ncu report"),
    NCU_CSV("ncu CSV"),
    /// A directory of `kernel_*` folders.
    NCU_FOLDERS("ncu kernel folders"),
    UNKNOWN("unknown");

    private final String label;

    FileKind(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
