package dev.llmprof.analysis.idle;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// When one GPU had nothing to do on any of its streams, between its first event and its last: by
/// cause, which add up to its idle time to the nanosecond, and the largest gaps.
///
/// `hostNanos` divides the wait for the host by what the host did.
public record DeviceIdle(
        Map<IdleCause, Long> nanos,
        Map<IdleCause, Long> gaps,
        Map<HostActivity, Long> hostNanos,
        List<IdleGap> largest) {
    public static final DeviceIdle NONE =
            new DeviceIdle(
                    new EnumMap<>(IdleCause.class),
                    new EnumMap<>(IdleCause.class),
                    new EnumMap<>(HostActivity.class),
                    List.of());

    public DeviceIdle {
        nanos = new EnumMap<>(nanos);
        gaps = new EnumMap<>(gaps);
        hostNanos = new EnumMap<>(hostNanos);
        largest = List.copyOf(largest);
    }

    public long nanos(IdleCause cause) {
        return nanos.getOrDefault(cause, 0L);
    }

    /// How many gaps have that cause in them.
    public long gaps(IdleCause cause) {
        return gaps.getOrDefault(cause, 0L);
    }

    public long hostNanos(HostActivity activity) {
        return hostNanos.getOrDefault(activity, 0L);
    }
}
