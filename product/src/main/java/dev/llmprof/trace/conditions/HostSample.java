package dev.llmprof.trace.conditions;

import java.util.OptionalDouble;

/// One look at the host. Counters only grow, so that a difference of two says what was between;
/// what was not looked at, or cannot be read there, is empty. `ownBytes` is the resident memory of
/// the run's programs, summed: what two of them share counts twice.
public record HostSample(
        long unixNanos,
        CpuSeconds cpu,
        StalledSeconds stalled,
        OptionalDouble joules,
        double samplerSeconds,
        OptionalDouble load,
        OptionalDouble clockHertz,
        OptionalDouble ownSeconds,
        OptionalDouble ownBytes,
        BusyStranger stranger) {

    /// Time of all CPUs together; stolen is what another virtual machine had of it.
    public record CpuSeconds(double busy, double idle, double stolen) {
        public double all() {
            return busy + idle + stolen;
        }
    }

    /// How long at least one task waited for it.
    public record StalledSeconds(OptionalDouble cpu, OptionalDouble io, OptionalDouble memory) {}

    /// The process outside the run that took the most CPU time since the last look; without a name
    /// where there was none.
    public record BusyStranger(String name, double seconds) {}
}
