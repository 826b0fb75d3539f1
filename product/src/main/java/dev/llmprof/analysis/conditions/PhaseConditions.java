package dev.llmprof.analysis.conditions;

import dev.llmprof.analysis.workload.PhaseUtilisation;
import dev.llmprof.analysis.workload.RunUtilisation;
import dev.llmprof.trace.conditions.GpuSample;
import dev.llmprof.trace.conditions.HostSample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/// One device during one phase under one profiler, or during a whole stage where `phase` is empty:
/// energy, clock, and the MFU at the clock that was really seen, if the peak belongs to the highest
/// one. `device` is `host` or `gpu 0`.
public record PhaseConditions(
        String stage,
        String source,
        String phase,
        String device,
        double seconds,
        long samples,
        Optional<Energy> energy,
        long tokens,
        OptionalDouble clockHertz,
        OptionalDouble mostClockHertz,
        OptionalDouble throttledShare,
        OptionalDouble mfu) {

    public static List<PhaseConditions> of(
            RunConditions conditions, Optional<RunUtilisation> utilisation) {
        Map<List<String>, List<WorkSpan>> groups = new LinkedHashMap<>();
        for (WorkSpan span : conditions.spans()) {
            groups.computeIfAbsent(
                            List.of(span.stage(), span.source(), span.phase()),
                            _ -> new ArrayList<>())
                    .add(span);
        }
        List<PhaseConditions> rows = new ArrayList<>();
        for (List<WorkSpan> spans : groups.values()) {
            if (!conditions.host().isEmpty()) {
                rows.add(host(conditions.host(), spans));
            }
            for (int gpu : conditions.gpuIndices()) {
                rows.add(gpu(conditions.gpu(gpu), spans, mfu(spans.getFirst(), utilisation)));
            }
        }
        return rows;
    }

    /// As if the peak had been that of the clock that was seen.
    public OptionalDouble mfuAtClock() {
        return mfu.isPresent() && clockHertz.isPresent() && mostClockHertz.isPresent()
                ? OptionalDouble.of(
                        mfu.getAsDouble() * mostClockHertz.getAsDouble() / clockHertz.getAsDouble())
                : OptionalDouble.empty();
    }

    public Optional<Energy> perToken() {
        return energy.filter(_ -> tokens > 0)
                .map(all -> new Energy(all.joules() / tokens, all.uncertaintyJoules() / tokens));
    }

    /// What the clock and the throttling of a device were.
    private record Clock(OptionalDouble hertz, OptionalDouble most, OptionalDouble throttled) {}

    private static PhaseConditions host(List<HostSample> samples, List<WorkSpan> spans) {
        List<HostSample> inside =
                samples.stream().filter(each -> hold(spans, each.unixNanos())).toList();
        var clock =
                new Clock(
                        mean(inside, HostSample::clockHertz),
                        OptionalDouble.empty(),
                        OptionalDouble.empty());
        return row(
                spans,
                "host",
                inside.size(),
                energy(spans, span -> Energy.ofHost(samples, span)),
                clock,
                OptionalDouble.empty());
    }

    private static PhaseConditions gpu(
            List<GpuSample> samples, List<WorkSpan> spans, OptionalDouble mfu) {
        List<GpuSample> inside =
                samples.stream().filter(each -> hold(spans, each.unixNanos())).toList();
        var clock =
                new Clock(
                        mean(inside, GpuSample::smHertz),
                        mean(inside, GpuSample::mostSmHertz),
                        inside.stream().mapToDouble(each -> each.throttled() ? 1 : 0).average());
        return row(
                spans,
                "gpu " + samples.getFirst().index(),
                inside.size(),
                energy(spans, span -> Energy.ofGpu(samples, span)),
                clock,
                mfu);
    }

    private static PhaseConditions row(
            List<WorkSpan> spans,
            String device,
            long samples,
            Optional<Energy> energy,
            Clock clock,
            OptionalDouble mfu) {
        WorkSpan first = spans.getFirst();
        return new PhaseConditions(
                first.stage(),
                first.source(),
                first.phase(),
                device,
                spans.stream().mapToDouble(WorkSpan::seconds).sum(),
                samples,
                energy,
                spans.stream().mapToLong(WorkSpan::tokens).sum(),
                clock.hertz,
                clock.most,
                clock.throttled,
                mfu);
    }

    private static boolean hold(List<WorkSpan> spans, long unixNanos) {
        return spans.stream().anyMatch(span -> span.holds(unixNanos));
    }

    /// Of all spans, or of none: a part of them would be a wrong sum.
    private static Optional<Energy> energy(
            List<WorkSpan> spans, Function<WorkSpan, Optional<Energy>> of) {
        List<Energy> all = spans.stream().map(of).flatMap(Optional::stream).toList();
        return all.size() < spans.size() ? Optional.empty() : all.stream().reduce(Energy::plus);
    }

    private static <T> OptionalDouble mean(List<T> samples, Function<T, OptionalDouble> value) {
        return samples.stream()
                .map(value)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .average();
    }

    private static OptionalDouble mfu(WorkSpan span, Optional<RunUtilisation> utilisation) {
        return utilisation
                .flatMap(all -> all.phase(span.phase()))
                .filter(phase -> phase.time().source().equals(span.source()))
                .map(PhaseUtilisation::mfu)
                .map(OptionalDouble::of)
                .orElse(OptionalDouble.empty());
    }
}
