package dev.llmprof.trace.conditions;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// What nvidia-smi said of one GPU at one moment. `usedBytes` is its memory, by all processes.
/// `reasons` is NVML's mask of what holds the clock down; what a driver does not tell is empty.
public record GpuSample(
        long unixNanos,
        int index,
        OptionalDouble watts,
        OptionalDouble limitWatts,
        OptionalDouble smHertz,
        OptionalDouble mostSmHertz,
        OptionalDouble memoryHertz,
        OptionalDouble celsius,
        OptionalDouble used,
        OptionalDouble usedBytes,
        long reasons) {

    /// What holds a clock down, by NVML's bits.
    public enum ClockReason {
        IDLE(0x1, "idle", false),
        SET_CLOCKS(0x2, "application clocks", false),
        POWER_CAP(0x4, "power cap", false),
        SLOWDOWN(0x8, "hardware slowdown", true),
        SYNC_BOOST(0x10, "sync boost", false),
        HOT(0x20, "temperature, by software", true),
        TOO_HOT(0x40, "temperature, by hardware", true),
        POWER_BRAKE(0x80, "power brake", true),
        DISPLAY(0x100, "display clocks", false);

        private final long bit;
        private final String words;
        private final boolean throttles;

        ClockReason(long bit, String words, boolean throttles) {
            this.bit = bit;
            this.words = words;
            this.throttles = throttles;
        }

        public String words() {
            return words;
        }

        /// Heat and failing power: nobody has asked for it.
        public boolean throttles() {
            return throttles;
        }
    }

    public List<ClockReason> clockReasons() {
        List<ClockReason> all = new ArrayList<>();
        for (ClockReason reason : ClockReason.values()) {
            if ((reasons & reason.bit) != 0) {
                all.add(reason);
            }
        }
        return all;
    }

    public boolean throttled() {
        return clockReasons().stream().anyMatch(ClockReason::throttles);
    }
}
