package dev.llmprof.model.shape;

/// How many GPUs share a model: matrices split, layers split, experts split.
public record Parallel(int tensor, int pipeline, int expert) {
    public static final Parallel NONE = new Parallel(1, 1, 1);

    public Parallel {
        if (tensor < 1 || pipeline < 1 || expert < 1) {
            throw new IllegalArgumentException("parallel degrees start at 1");
        }
    }

    /// GPUs in all; expert parallelism reuses the tensor-parallel ones.
    public int gpus() {
        return pipeline * Math.max(tensor, expert);
    }
}
