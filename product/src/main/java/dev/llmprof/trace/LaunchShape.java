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

    // Asked for every kernel; what the compiler writes for a record starts slowly.
    @Override
    public int hashCode() {
        int grid = (gridX * 31 + gridY) * 31 + gridZ;
        int block = (blockX * 31 + blockY) * 31 + blockZ;
        int shared = staticSharedBytes * 31 + dynamicSharedBytes;
        return ((grid * 31 + block) * 31 + registersPerThread) * 31 + shared;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LaunchShape shape
                && gridX == shape.gridX
                && gridY == shape.gridY
                && gridZ == shape.gridZ
                && blockX == shape.blockX
                && blockY == shape.blockY
                && blockZ == shape.blockZ
                && registersPerThread == shape.registersPerThread
                && staticSharedBytes == shape.staticSharedBytes
                && dynamicSharedBytes == shape.dynamicSharedBytes;
    }
}
