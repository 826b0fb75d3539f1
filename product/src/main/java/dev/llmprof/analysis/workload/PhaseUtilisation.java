package dev.llmprof.analysis.workload;

import dev.llmprof.analysis.cost.Ceiling;

/// What one phase did, how long that took, and so how much of the device's peaks it used. The FLOPs
/// are those of the matrix units, as the peak is; time and work are of one request.
public record PhaseUtilisation(
        String phase,
        double tensorFlops,
        double bytes,
        double measuredNanos,
        TimeBasis time,
        DevicePeaks peaks) {

    /// Dense FLOPs a second of the format that ran, and bytes a second of the memory.
    public record DevicePeaks(
            String device, String format, double flopsPerSecond, double bytesPerSecond) {

        public static DevicePeaks of(Ceiling ceiling) {
            return new DevicePeaks(
                    ceiling.device(),
                    ceiling.format(),
                    ceiling.tensorPerSecond(),
                    ceiling.bytesPerSecond());
        }
    }

    /// Model FLOPs utilisation, 0 to 1.
    public double mfu() {
        return 1e9 * tensorFlops / (peaks.flopsPerSecond() * measuredNanos);
    }

    /// Model bandwidth utilisation, 0 to 1.
    public double mbu() {
        return 1e9 * bytes / (peaks.bytesPerSecond() * measuredNanos);
    }

    /// Zero where nothing is moved.
    public double flopsPerByte() {
        return bytes == 0 ? 0 : tensorFlops / bytes;
    }

    /// Nothing is faster than its peak: then the peak, the model or the clock we assume is wrong.
    public boolean abovePeak() {
        return mfu() > 1 || mbu() > 1;
    }
}
