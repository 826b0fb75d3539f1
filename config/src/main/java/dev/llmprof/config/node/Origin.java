package dev.llmprof.config.node;

/// Where a value came from: a place in a file, an override, or the engine itself.
public sealed interface Origin {

    /// Lines and columns count from one.
    record InFile(String file, int line, int column) implements Origin {}

    record FromOverride(String override) implements Origin {}

    record Engine() implements Origin {}

    Origin ENGINE = new Engine();

    /// As shown to users after "at".
    static String describe(Origin origin) {
        return switch (origin) {
            case InFile(String file, int line, int column) -> file + ":" + line + ":" + column;
            case FromOverride(String override) -> "override '" + override + "'";
            case Engine() -> "";
        };
    }
}
