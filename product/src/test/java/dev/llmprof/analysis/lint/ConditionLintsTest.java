package dev.llmprof.analysis.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.conditions.PhaseConditions;
import dev.llmprof.analysis.conditions.RunConditions;
import dev.llmprof.analysis.conditions.WorkSpan;
import dev.llmprof.trace.conditions.GpuSample;
import dev.llmprof.trace.conditions.HostSample;
import dev.llmprof.trace.conditions.HostSample.BusyStranger;
import dev.llmprof.trace.conditions.HostSample.CpuSeconds;
import dev.llmprof.trace.conditions.HostSample.StalledSeconds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/// Each rule on conditions that break it, and on near ones that do not. A stage runs from 0 to 10 s
/// on four CPUs and one GPU.
class ConditionLintsTest {
    static final List<LintRule> RULES =
            List.of(
                    LintRule.BUSY_HOST,
                    LintRule.THROTTLED,
                    LintRule.CAPPED_CLOCK,
                    LintRule.SHARED_GPU);
    private static final long SECOND = 1_000_000_000L;

    @Test
    void aHostThatIsBusyWithOthersIsTold() {
        assertEquals(
                List.of(
                        "busy-host: other processes took 38 % of the CPU, most of all make with 25 %; tasks waited for a CPU 50 % of the time"),
                found(run(host(.38, 1), List.of(), List.of())));
    }

    @Test
    void oneThatIsBusyWithTheWorkloadIsNot() {
        assertEquals(List.of(), found(run(host(.09, 3.6), List.of(), List.of())));
    }

    @Test
    void whatHappensBetweenTheStagesDoesNotCount() {
        RunConditions busy = run(host(.38, 1), List.of(), List.of());
        assertEquals(
                List.of(),
                found(
                        new RunConditions(
                                busy.host(),
                                List.of(),
                                List.of(),
                                List.of(WorkSpan.ofStage("nsys", 20 * SECOND, 30 * SECOND)))));
    }

    @Test
    void aHotGpuIsTold() {
        assertEquals(
                List.of(
                        "throttled: gpu 0: in 10 % of 100 samples under load: temperature, by hardware 100 %; at most 91 °C"),
                found(run(List.of(), gpu(1_950, .9, 0x40, 10), List.of())));
    }

    @Test
    void aMomentOfHeatIsNot() {
        assertEquals(List.of(), found(run(List.of(), gpu(1_950, .9, 0x40, 4), List.of())));
    }

    @Test
    void aClockBelowItsHighestIsToldWithItsReason() {
        assertEquals(
                List.of(
                        "capped-clock: gpu 0: 1,410 MHz of 1,980 MHz, median of 100 samples under load; application clocks 100 %"),
                found(run(List.of(), gpu(1_410, .9, 0x2, 100), List.of())));
    }

    @Test
    void aClockNearItsHighestIsNot() {
        assertEquals(List.of(), found(run(List.of(), gpu(1_800, .9, 0x4, 100), List.of())));
    }

    @Test
    void anIdleGpuMayClockDown() {
        assertEquals(List.of(), found(run(List.of(), gpu(210, 0, 0x1, 100), List.of())));
    }

    @Test
    void programsOfOthersOnTheGpuAreNamed() {
        assertEquals(
                List.of("shared-gpu: before the first stage or after the last: other/server"),
                found(run(List.of(), List.of(), List.of("other/server"))));
    }

    /// 1,410 of 1,980 MHz: what was 40 % of the peak is 56 % of what that clock allows.
    @Test
    void theEnergyOfAPhaseAndItsClockStandBesideIt() {
        RunConditions conditions =
                new RunConditions(
                        List.of(),
                        gpu(1_410, .9, 0x2, 100),
                        List.of(),
                        List.of(new WorkSpan("nsys", "nsys", "decode", SECOND, 3 * SECOND, 50)));

        PhaseConditions row = PhaseConditions.of(conditions, Optional.empty()).getFirst();

        assertEquals(400, row.energy().orElseThrow().joules(), 1e-6);
        assertEquals(10, row.energy().orElseThrow().uncertaintyJoules(), 1e-6);
        assertEquals(8, row.perToken().orElseThrow().joules(), 1e-6);
        assertEquals(1.41e9, row.clockHertz().getAsDouble());
        assertEquals(OptionalDouble.empty(), row.mfuAtClock());
        assertEquals(
                .4 * 1_980 / 1_410,
                new PhaseConditions(
                                "nsys",
                                "nsys",
                                "decode",
                                "gpu 0",
                                2,
                                20,
                                Optional.empty(),
                                0,
                                row.clockHertz(),
                                row.mostClockHertz(),
                                OptionalDouble.empty(),
                                OptionalDouble.of(.4))
                        .mfuAtClock()
                        .getAsDouble(),
                1e-9);
    }

    private static List<String> found(RunConditions conditions) {
        return ConditionLints.of(conditions).stream()
                .map(found -> found.rule().id() + ": " + found.evidence())
                .toList();
    }

    private static RunConditions run(
            List<HostSample> host, List<GpuSample> gpus, List<String> strangers) {
        return new RunConditions(
                host, gpus, strangers, List.of(WorkSpan.ofStage("torch_profiler", 0, 10 * SECOND)));
    }

    /// A look a second; others take that share of four CPUs, the run so many of them.
    private static List<HostSample> host(double others, double own) {
        List<HostSample> samples = new ArrayList<>();
        for (int at = 0; at <= 10; at++) {
            double busy = at * (own + 4 * others);
            samples.add(
                    new HostSample(
                            at * SECOND,
                            new CpuSeconds(busy, 4 * at - busy, 0),
                            new StalledSeconds(
                                    OptionalDouble.of(at * .5),
                                    OptionalDouble.empty(),
                                    OptionalDouble.empty()),
                            OptionalDouble.empty(),
                            0,
                            OptionalDouble.empty(),
                            OptionalDouble.empty(),
                            OptionalDouble.of(at * own),
                            OptionalDouble.empty(),
                            new BusyStranger("make", 1)));
        }
        return samples;
    }

    /// A hundred samples of 200 W; the reasons hold for the first so many.
    private static List<GpuSample> gpu(double megahertz, double used, long reasons, int times) {
        List<GpuSample> samples = new ArrayList<>();
        for (int at = 0; at < 100; at++) {
            samples.add(
                    new GpuSample(
                            at * SECOND / 10,
                            0,
                            OptionalDouble.of(200),
                            OptionalDouble.empty(),
                            OptionalDouble.of(megahertz * 1e6),
                            OptionalDouble.of(1.98e9),
                            OptionalDouble.empty(),
                            OptionalDouble.of(91),
                            OptionalDouble.of(used),
                            OptionalDouble.empty(),
                            at < times ? reasons : 0));
        }
        return samples;
    }
}
