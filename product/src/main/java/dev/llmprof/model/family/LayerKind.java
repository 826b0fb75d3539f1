package dev.llmprof.model.family;

/// What a layer of a decoder is made of.
enum LayerKind {
    /// Attention that sees everything before it, and a feed-forward.
    FULL,
    /// Attention within a window, and a feed-forward.
    WINDOWED,
    /// A state instead of attention, and a feed-forward.
    RECURRENT,
    /// Attention and a state side by side, and a feed-forward.
    BOTH,
    /// Attention to pictures, and a feed-forward of its own.
    CROSS,
    /// One of a Nemotron-H layer's parts by itself.
    ONLY_ATTENTION,
    ONLY_RECURRENT,
    ONLY_DENSE,
    ONLY_MIXTURE;

    boolean attends() {
        return this == FULL || this == WINDOWED || this == BOTH || this == ONLY_ATTENTION;
    }

    boolean recurs() {
        return this == RECURRENT || this == BOTH || this == ONLY_RECURRENT;
    }

    boolean feedsForward() {
        return this != ONLY_ATTENTION && this != ONLY_RECURRENT && this != CROSS;
    }
}
