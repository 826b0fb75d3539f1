package dev.llmprof.analysis.cost;

import dev.llmprof.model.cost.Cost;

/// The least time some work can take on a device, by what might limit it. Units of a chip overlap;
/// the link between chips is taken to wait for them.
public record BoundTime(
        double tensorSeconds,
        double vectorSeconds,
        double memorySeconds,
        double communicationSeconds) {
    public static final BoundTime NONE = new BoundTime(0, 0, 0, 0);

    /// What limits.
    public enum Limit {
        COMPUTE,
        VECTOR,
        MEMORY,
        COMMUNICATION,
        NOTHING
    }

    public static BoundTime of(Cost cost, Ceiling ceiling) {
        return new BoundTime(
                divided(cost.tensorFlops(), ceiling.tensorPerSecond()),
                divided(cost.vectorFlops(), ceiling.vectorPerSecond()),
                divided(cost.bytes(), ceiling.bytesPerSecond()),
                0);
    }

    public double seconds() {
        return onChipSeconds() + communicationSeconds;
    }

    public double onChipSeconds() {
        return Math.max(memorySeconds, Math.max(tensorSeconds, vectorSeconds));
    }

    public Limit limit() {
        double onChip = onChipSeconds();
        if (onChip == 0 && communicationSeconds == 0) {
            return Limit.NOTHING;
        }
        if (communicationSeconds > onChip) {
            return Limit.COMMUNICATION;
        }
        if (memorySeconds == onChip) {
            return Limit.MEMORY;
        }
        return tensorSeconds == onChip ? Limit.COMPUTE : Limit.VECTOR;
    }

    /// A peak nobody knows limits nothing.
    private static double divided(double work, double perSecond) {
        return perSecond == 0 ? 0 : work / perSecond;
    }
}
