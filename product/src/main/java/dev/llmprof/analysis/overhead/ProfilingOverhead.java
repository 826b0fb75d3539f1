package dev.llmprof.analysis.overhead;

import dev.llmprof.analysis.breakdown.Spreads;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.conditions.RunConditions;
import dev.llmprof.analysis.workload.TimeBasis;
import dev.llmprof.trace.TimedRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;

/// What profiling cost a run: each phase under each profiler beside the same without, and what the
/// profilers did meanwhile.
public record ProfilingOverhead(List<PhaseOverhead> phases, List<ProfilerWork> work) {
    public static final ProfilingOverhead NONE = new ProfilingOverhead(List.of(), List.of());

    /// Which option of PyTorch's profiler asks for a category of events.
    private static final Map<String, String> OPTIONS =
            Map.of(
                    "python_function", "with_stack",
                    "cpu_instant_event", "profile_memory",
                    "cpu_op", "activities: cpu",
                    "cuda_runtime", "activities: cuda",
                    "kernel", "activities: cuda");

    public ProfilingOverhead {
        phases = List.copyOf(phases);
        work = List.copyOf(work);
    }

    /// `requests` stand under the source of their times; those under [TimeBasis#BARE] are what the
    /// others are held against.
    public static ProfilingOverhead of(
            SortedMap<String, List<TimedRequest>> requests,
            List<Capture> captures,
            RunConditions conditions) {
        List<TimedRequest> bare = warm(requests.getOrDefault(TimeBasis.BARE, List.of()));
        List<PhaseOverhead> phases = new ArrayList<>();
        requests.forEach((source, some) -> {
            List<TimedRequest> profiled = warm(some);
            if (!source.equals(TimeBasis.BARE) && !profiled.isEmpty()) {
                phases.add(prefill(source, profiled, bare));
                decode(source, profiled, bare, phases);
            }
        });
        List<ProfilerWork> work = new ArrayList<>();
        captures.forEach(capture -> work.addAll(work(capture)));
        sampler(conditions, work);
        return new ProfilingOverhead(phases, work);
    }

    /// The first of a process makes memory and kernels; only where all are cold do they count.
    private static List<TimedRequest> warm(List<TimedRequest> requests) {
        List<TimedRequest> warm = requests.stream().filter(each -> !each.cold()).toList();
        return warm.isEmpty() ? requests : warm;
    }

    /// Only prompts of one length can be held against each other.
    private static PhaseOverhead prefill(
            String source, List<TimedRequest> profiled, List<TimedRequest> bare) {
        TimedRequest like =
                profiled.stream()
                        .filter(each -> bare.stream().anyMatch(other -> asSame(each, other)))
                        .findFirst()
                        .orElse(profiled.getFirst());
        return phase(
                source,
                "prefill",
                profiled.stream().filter(each -> asSame(like, each)).toList(),
                bare.stream().filter(each -> asSame(like, each)).toList(),
                TimedRequest::prefillNanos);
    }

    private static void decode(
            String source,
            List<TimedRequest> profiled,
            List<TimedRequest> bare,
            List<PhaseOverhead> phases) {
        List<TimedRequest> decoding =
                profiled.stream().filter(each -> each.decodeNanosPerStep() > 0).toList();
        if (!decoding.isEmpty()) {
            long sequences = decoding.getFirst().sequences();
            phases.add(
                    phase(
                            source,
                            "decode",
                            decoding.stream().filter(r -> r.sequences() == sequences).toList(),
                            bare.stream()
                                    .filter(r -> r.sequences() == sequences)
                                    .filter(r -> r.decodeNanosPerStep() > 0)
                                    .toList(),
                            TimedRequest::decodeNanosPerStep));
        }
    }

    private static boolean asSame(TimedRequest one, TimedRequest other) {
        return one.promptTokens() == other.promptTokens() && one.sequences() == other.sequences();
    }

    private static PhaseOverhead phase(
            String source,
            String name,
            List<TimedRequest> profiled,
            List<TimedRequest> bare,
            ToDoubleFunction<TimedRequest> nanos) {
        double median = median(profiled, nanos);
        OptionalDouble without =
                bare.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(median(bare, nanos));
        OptionalDouble uncertainty =
                profiled.size() < 2 || bare.size() < 2
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(
                                median
                                        / without.orElseThrow()
                                        * Math.hypot(spread(profiled, nanos), spread(bare, nanos)));
        return new PhaseOverhead(
                source, name, profiled.size(), median, bare.size(), without, uncertainty);
    }

    private static double median(List<TimedRequest> some, ToDoubleFunction<TimedRequest> nanos) {
        return Spreads.of(
                        some.stream().mapToLong(each -> (long) nanos.applyAsDouble(each)).toArray())
                .medianNanos();
    }

    /// The median distance from the median as a part of it, of so many.
    private static double spread(List<TimedRequest> some, ToDoubleFunction<TimedRequest> nanos) {
        double median = median(some, nanos);
        double away = median(some, each -> Math.abs(nanos.applyAsDouble(each) - median));
        return median == 0 ? 0 : away / median / Math.sqrt(some.size());
    }

    private static List<ProfilerWork> work(Capture capture) {
        String source = TimeBasis.ofTool(capture.origin().tool());
        long span = capture.host().spanNanos();
        List<ProfilerWork> work = new ArrayList<>();
        capture.origin()
                .reading()
                .overheadNanos()
                .forEach((what, nanos) ->
                        work.add(
                                new ProfilerWork(
                                        source,
                                        what,
                                        "",
                                        OptionalLong.empty(),
                                        OptionalLong.of(nanos),
                                        span > 0
                                                ? OptionalDouble.of((double) nanos / span)
                                                : OptionalDouble.empty())));
        long events = capture.origin().reading().events();
        capture.origin().reading().byCategory().entrySet().stream()
                .filter(each -> OPTIONS.containsKey(each.getKey()))
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .forEach(each ->
                        work.add(
                                new ProfilerWork(
                                        source,
                                        each.getKey(),
                                        OPTIONS.getOrDefault(each.getKey(), ""),
                                        OptionalLong.of(each.getValue()),
                                        OptionalLong.empty(),
                                        OptionalDouble.of((double) each.getValue() / events))));
        return work;
    }

    private static void sampler(RunConditions conditions, List<ProfilerWork> work) {
        if (!conditions.isEmpty() && conditions.seconds() > 0) {
            double seconds = conditions.samplerSeconds();
            work.add(
                    new ProfilerWork(
                            "conditions",
                            "CPU time of the sampler",
                            "pipeline.conditions.enable",
                            OptionalLong.of(conditions.host().size() + conditions.gpus().size()),
                            OptionalLong.of(Math.round(seconds * 1e9)),
                            OptionalDouble.of(seconds / conditions.seconds())));
        }
    }
}
