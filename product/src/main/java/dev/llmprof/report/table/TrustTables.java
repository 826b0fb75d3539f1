package dev.llmprof.report.table;

import static dev.llmprof.report.table.ResultColumn.count;
import static dev.llmprof.report.table.ResultColumn.measured;
import static dev.llmprof.report.table.ResultColumn.name;
import static dev.llmprof.report.table.ResultColumn.number;
import static dev.llmprof.report.table.ResultColumn.share;
import static dev.llmprof.report.table.ResultColumn.text;

import dev.llmprof.analysis.RunTrust;
import dev.llmprof.analysis.conditions.ConditionRow;
import dev.llmprof.analysis.conditions.Energy;
import dev.llmprof.analysis.conditions.PhaseConditions;
import dev.llmprof.analysis.overhead.PhaseOverhead;
import dev.llmprof.analysis.overhead.ProfilerWork;
import dev.llmprof.analysis.plan.NcuCoverage.MeasuredClass;
import dev.llmprof.report.block.Unit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/// Tables of how far a run's numbers hold: what profiling cost, and under which conditions it ran.
public final class TrustTables {
    private TrustTables() {}

    public static final ResultTable<PhaseOverhead> OVERHEAD =
            ResultTable.of(
                    "overhead",
                    "What profiling cost: each phase under a profiler beside the same without, by the workload's own clock.",
                    text("source", "torch or nsys", PhaseOverhead::source),
                    text("phase", "", PhaseOverhead::phase),
                    text(
                            "unit",
                            "what the times are of",
                            row -> row.phase().equals("decode") ? "token" : "request"),
                    count("requests", "under the profiler", PhaseOverhead::requests),
                    measured(
                            "profiled_ns",
                            Unit.NANOSECONDS,
                            "as profiled, the median",
                            row -> Optional.of(row.profiledNanos())),
                    count("bare_requests", "without", PhaseOverhead::bareRequests),
                    optional(
                            "bare_ns",
                            Unit.NANOSECONDS,
                            "without a profiler, the median: what to expect bare",
                            PhaseOverhead::bareNanos),
                    optional(
                            "overhead",
                            Unit.FRACTION,
                            "how much longer it took; 0.1 is a tenth more",
                            PhaseOverhead::share),
                    optional(
                            "overhead_uncertainty",
                            Unit.FRACTION,
                            "from how much the requests differ",
                            PhaseOverhead::uncertainty));

    public static final ResultTable<ProfilerWork> WORK =
            ResultTable.of(
                    "recording_work",
                    "What the profilers did during the run: what captures say themselves, which"
                            + " option made how many events, what the sampler took.",
                    text("source", "", ProfilerWork::source),
                    text("what", "", ProfilerWork::what),
                    text("option", "what asks for it, where that is known", ProfilerWork::option),
                    whole("option_events", Unit.COUNT, "", ProfilerWork::events),
                    whole("own_ns", Unit.NANOSECONDS, "", ProfilerWork::nanos),
                    optional(
                            "share",
                            Unit.FRACTION,
                            "of a time: of the span of the capture, of the sampler: of one CPU; of events: of all in the capture",
                            ProfilerWork::share));

    public static final ResultTable<PhaseConditions> PHASES =
            ResultTable.of(
                    "condition_phases",
                    "Each device during each phase: energy, clock, throttling. Without a phase it is the whole stage.",
                    text("stage", "", PhaseConditions::stage),
                    text("source", "whose times they are", PhaseConditions::source),
                    text("phase", "", PhaseConditions::phase),
                    text("device", "", PhaseConditions::device),
                    number("seconds", Unit.PLAIN, "of all its spans", PhaseConditions::seconds),
                    count("samples", "inside", PhaseConditions::samples),
                    energy("energy_j", PhaseConditions::energy, Energy::joules),
                    energy(
                            "energy_uncertainty_j",
                            PhaseConditions::energy,
                            Energy::uncertaintyJoules),
                    count(
                            "phase_tokens",
                            "read by prefill, made by decode",
                            PhaseConditions::tokens),
                    energy("energy_per_token_j", PhaseConditions::perToken, Energy::joules),
                    energy(
                            "energy_per_token_uncertainty_j",
                            PhaseConditions::perToken,
                            Energy::uncertaintyJoules),
                    optional(
                            "clock_hz",
                            Unit.HERTZ,
                            "the mean: of a GPU its SMs'",
                            PhaseConditions::clockHertz),
                    optional(
                            "highest_clock_hz",
                            Unit.HERTZ,
                            "that the driver allows",
                            PhaseConditions::mostClockHertz),
                    optional(
                            "throttled",
                            Unit.FRACTION,
                            "share of the samples in which heat or power held it down",
                            PhaseConditions::throttledShare),
                    optional("mfu", Unit.FRACTION, "0 to 1", PhaseConditions::mfu),
                    optional(
                            "mfu_at_clock",
                            Unit.FRACTION,
                            "against the peak at the clock that was seen, if the peak belongs to the highest",
                            PhaseConditions::mfuAtClock));

    public static final ResultTable<MeasuredClass> COVERAGE =
            ResultTable.of(
                    "ncu_coverage",
                    "What ncu measured of the classes of launches that were planned within a budget; one launch stands for its class.",
                    name("kernel", "", row -> row.planned().kernel()),
                    text("grid", "", row -> row.planned().grid()),
                    text("block", "", row -> row.planned().block()),
                    count("launches", "in the capture", row -> row.planned().launches()),
                    share("share", "of all kernel time", row -> row.planned().share()),
                    count("measured", "launches that ncu profiled", MeasuredClass::measured),
                    optional(
                            "replayed_ns",
                            Unit.NANOSECONDS,
                            "under ncu, the mean",
                            MeasuredClass::nanos),
                    optional(
                            "sm_throughput",
                            Unit.FRACTION,
                            "of its peak",
                            MeasuredClass::smThroughput),
                    optional(
                            "dram_throughput",
                            Unit.FRACTION,
                            "of its peak",
                            MeasuredClass::dramThroughput));

    /// Every table, empty ones too.
    public static List<FilledTable<?>> of(RunTrust trust) {
        return List.of(
                OVERHEAD.filled(trust.overhead().phases()),
                WORK.filled(trust.overhead().work()),
                PHASES.filled(trust.phases()),
                COVERAGE.filled(trust.coverage().classes()),
                ConditionTable.SAMPLES.filled(ConditionRow.of(trust.conditions())));
    }

    static <T> ResultColumn<T> optional(
            String name, Unit unit, String meaning, Function<T, OptionalDouble> value) {
        return measured(name, unit, meaning, row -> value.apply(row).stream().boxed().findFirst());
    }

    private static <T> ResultColumn<T> whole(
            String name, Unit unit, String meaning, Function<T, OptionalLong> value) {
        return measured(
                name,
                unit,
                meaning,
                row -> value.apply(row).stream().mapToObj(each -> (double) each).findFirst());
    }

    private static ResultColumn<PhaseConditions> energy(
            String name,
            Function<PhaseConditions, Optional<Energy>> energy,
            Function<Energy, Double> value) {
        return measured(name, Unit.JOULES, "", row -> energy.apply(row).map(value));
    }
}
