package dev.llmprof.analysis.plan;

/// What profiling takes: ncu runs the program once more for each command, and replays each profiled
/// launch once a pass, saving and restoring the memory that it writes.
///
/// The seconds of a pass and of a launch are assumed; a replay of much memory takes longer.
public record ReplayCost(double programSeconds, int passes) {
    private static final double LAUNCH_SECONDS = .2;
    private static final double PASS_SECONDS = .03;

    public double seconds(LaunchClass one) {
        return LAUNCH_SECONDS + passes * (PASS_SECONDS + one.meanNanos() / 1e9);
    }
}
