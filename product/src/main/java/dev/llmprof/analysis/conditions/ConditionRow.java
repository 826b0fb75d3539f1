package dev.llmprof.analysis.conditions;

import dev.llmprof.trace.conditions.GpuSample;
import dev.llmprof.trace.conditions.GpuSample.ClockReason;
import dev.llmprof.trace.conditions.HostSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A sample of the host or of a GPU, by the time since the first. Of the host it is what happened
/// since the sample before. `stage` was at work, none where it is empty.
public record ConditionRow(
        long timeNanos,
        String device,
        String stage,
        OptionalDouble busy,
        OptionalDouble clockHertz,
        OptionalDouble watts,
        OptionalDouble memoryBytes,
        HostPart host,
        GpuPart gpu) {

    /// What only a host has.
    public record HostPart(
            OptionalDouble stolen,
            OptionalDouble cpuStalled,
            OptionalDouble ioStalled,
            OptionalDouble memoryStalled,
            OptionalDouble load,
            String stranger) {
        static final HostPart NONE =
                new HostPart(
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        "");
    }

    /// What only a GPU has.
    public record GpuPart(
            OptionalDouble limitWatts,
            OptionalDouble memoryHertz,
            OptionalDouble celsius,
            String reasons) {
        static final GpuPart NONE =
                new GpuPart(
                        OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), "");
    }

    /// In the order of time.
    public static List<ConditionRow> of(RunConditions conditions) {
        List<ConditionRow> rows = new ArrayList<>();
        List<HostSample> host = conditions.host();
        long first = conditions.firstUnixNanos();
        for (int at = 1; at < host.size(); at++) {
            HostSample to = host.get(at);
            rows.add(
                    host(
                            to.unixNanos() - first,
                            conditions.stageAt(to.unixNanos()),
                            host.get(at - 1),
                            to));
        }
        for (GpuSample sample : conditions.gpus()) {
            rows.add(
                    gpu(
                            sample.unixNanos() - first,
                            conditions.stageAt(sample.unixNanos()),
                            sample));
        }
        rows.sort(
                Comparator.comparingLong(ConditionRow::timeNanos)
                        .thenComparing(ConditionRow::device));
        return rows;
    }

    private static ConditionRow host(long timeNanos, String stage, HostSample from, HostSample to) {
        double seconds = (to.unixNanos() - from.unixNanos()) / 1e9;
        double all = to.cpu().all() - from.cpu().all();
        return new ConditionRow(
                timeNanos,
                "host",
                stage,
                share(to.cpu().busy() - from.cpu().busy(), all),
                to.clockHertz(),
                rate(from, to, HostSample::joules, seconds),
                to.ownBytes(),
                new HostPart(
                        share(to.cpu().stolen() - from.cpu().stolen(), all),
                        rate(from, to, each -> each.stalled().cpu(), seconds),
                        rate(from, to, each -> each.stalled().io(), seconds),
                        rate(from, to, each -> each.stalled().memory(), seconds),
                        to.load(),
                        to.stranger().name()),
                GpuPart.NONE);
    }

    private static ConditionRow gpu(long timeNanos, String stage, GpuSample sample) {
        return new ConditionRow(
                timeNanos,
                "gpu " + sample.index(),
                stage,
                sample.used(),
                sample.smHertz(),
                sample.watts(),
                sample.usedBytes(),
                HostPart.NONE,
                new GpuPart(
                        sample.limitWatts(),
                        sample.memoryHertz(),
                        sample.celsius(),
                        sample.clockReasons().stream()
                                .map(ClockReason::words)
                                .collect(Collectors.joining("; "))));
    }

    private static OptionalDouble share(double part, double whole) {
        return whole > 0 ? OptionalDouble.of(part / whole) : OptionalDouble.empty();
    }

    private static OptionalDouble rate(
            HostSample from,
            HostSample to,
            Function<HostSample, OptionalDouble> counter,
            double seconds) {
        OptionalDouble before = counter.apply(from);
        OptionalDouble after = counter.apply(to);
        return before.isPresent() && after.isPresent() && seconds > 0
                ? OptionalDouble.of((after.getAsDouble() - before.getAsDouble()) / seconds)
                : OptionalDouble.empty();
    }
}
