package dev.llmprof.analysis.rank;

import dev.llmprof.analysis.breakdown.GpuTimeline;
import dev.llmprof.analysis.breakdown.KernelBreakdown;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.trace.Device;
import dev.llmprof.trace.Rank;
import dev.llmprof.trace.Trace;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// Reduces the trace of one rank to what a comparison of ranks needs.
public final class RankReductions {
    private RankReductions() {}

    /// Empty for a trace that neither says its rank nor has it in its name.
    public static Optional<RankRecord> of(
            NestedTrace nested, GpuTimeline timeline, KernelBreakdown kernels) {
        Trace trace = nested.trace();
        String place = RankNames.place(trace.source());
        OptionalInt said = RankNames.said(trace);
        OptionalInt number = said.isPresent() ? said : RankNames.inName(trace.source());
        boolean weak = number.isEmpty() && place.isEmpty();
        if (weak) {
            number = RankNames.lastNumber(trace.source());
        }
        if (number.isEmpty() && place.isEmpty()) {
            return Optional.empty();
        }
        var communication = new CommunicationSearch(nested);
        RankCollectives collectives = communication.found();
        if (weak && collectives.size() == 0) {
            return Optional.empty();
        }
        var work = new WorkSearch(nested);
        RankIntervals intervals =
                IntervalCuts.of(
                        collectives, work.computing(communication), work.idle(), !work.isOnGpu());
        RankFacts facts =
                facts(
                        trace,
                        number.orElse(RankFacts.UNNUMBERED),
                        said.isEmpty(),
                        kernels.count(),
                        work.isOnGpu() ? timeline : intervals.timeline());
        return Optional.of(
                new RankRecord(
                        facts, communication.groups(), collectives, intervals, sums(kernels)));
    }

    private static RankFacts facts(
            Trace trace, int number, boolean named, long kernels, GpuTimeline timeline) {
        return new RankFacts(
                number,
                RankNames.place(trace.source()),
                named,
                trace.source(),
                trace.facts().getOrDefault("host_name", ""),
                trace.devices().stream()
                        .map(Device::name)
                        .filter(name -> !name.isEmpty())
                        .distinct()
                        .collect(Collectors.joining(", ")),
                trace.rank().map(Rank::worldSize).orElse(0),
                trace.rank().map(Rank::backend).orElse(""),
                trace.reading().whole(),
                kernels,
                base(trace),
                timeline);
    }

    private static long base(Trace trace) {
        String base = trace.facts().getOrDefault("baseTimeNanoseconds", "");
        return base.matches("\\d{1,18}|1\\d{18}") ? Long.parseLong(base) : 0;
    }

    private static List<RankRecord.KernelSum> sums(KernelBreakdown kernels) {
        return kernels.rows().stream()
                .map(row ->
                        new RankRecord.KernelSum(
                                row.name(), row.spread().count(), row.spread().totalNanos()))
                .toList();
    }
}
