package dev.llmprof.model.cost;

/// What an operator or a phase asks of a machine. Bytes are bytes; FLOPs of the matrix units and of
/// the vector units stand apart because their peaks differ by an order of magnitude.
public record Cost(
        double tensorFlops,
        double vectorFlops,
        double weightBytes,
        double cacheReadBytes,
        double cacheWriteBytes,
        double activationBytes) {

    public static final Cost NONE = new Cost(0, 0, 0, 0, 0, 0);

    public double flops() {
        return tensorFlops + vectorFlops;
    }

    public double bytes() {
        return weightBytes + cacheReadBytes + cacheWriteBytes + activationBytes;
    }

    /// Tensor FLOPs for each byte moved; zero where nothing is moved.
    public double intensity() {
        return bytes() == 0 ? 0 : tensorFlops / bytes();
    }

    public Cost plus(Cost other) {
        return new Cost(
                tensorFlops + other.tensorFlops,
                vectorFlops + other.vectorFlops,
                weightBytes + other.weightBytes,
                cacheReadBytes + other.cacheReadBytes,
                cacheWriteBytes + other.cacheWriteBytes,
                activationBytes + other.activationBytes);
    }

    public Cost times(double factor) {
        return new Cost(
                tensorFlops * factor,
                vectorFlops * factor,
                weightBytes * factor,
                cacheReadBytes * factor,
                cacheWriteBytes * factor,
                activationBytes * factor);
    }
}
