package dev.llmprof.run.engine;

/// What `llmprof engine` is to do.
public enum EngineRequest {
    SHOW,
    CUDA,
    FETCH,
    CPU
}
