package dev.llmprof.trace;

/// How a kernel was launched; zero where the tool does not say.
public record LaunchShape(
        int gridX,
        int gridY,
        int gridZ,
        int blockX,
        int blockY,
        int blockZ,
        int registersPerThread,
        int staticSharedBytes,
        int dynamicSharedBytes) {
    public static final LaunchShape UNKNOWN = new LaunchShape(0, 0, 0, 0, 0, 0, 0, 0, 0);

    public boolean known() {
        return blockX > 0;
    }
}
