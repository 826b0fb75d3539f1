package dev.llmprof.analysis.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.trace.kineto.KinetoReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NcuPlanTest {
    private static final ReplayCost COST = new ReplayCost(10, 20);

    @Test
    void coversAsMuchAsTheBestOfAllChoicesOnAThousandRandomCases() {
        var random = new Random(21);
        for (int round = 0; round < 1_000; round++) {
            LaunchClasses all = random(random, 1 + random.nextInt(9), 1);
            double budget = COST.programSeconds() + random.nextDouble() * 12;
            double best = bruteForce(all, budget - COST.programSeconds());
            double ours = NcuPlan.of(all, COST, budget).coveredShare();
            assertTrue(ours >= .99 * best - 1e-12, () -> ours + " instead of " + best);
            assertTrue(ours <= best + 1e-12);
        }
    }

    @Test
    void neverCoversLessWithMoreMinutesNorTakesLongerThanAllowed() {
        var random = new Random(7);
        for (int round = 0; round < 50; round++) {
            LaunchClasses all = random(random, 30, 4);
            double last = 0;
            for (double budget = 1; budget < 120; budget += 1.7) {
                NcuPlan plan = NcuPlan.of(all, COST, budget);
                assertTrue(plan.coveredShare() >= last);
                assertTrue(plan.predictedSeconds() <= budget);
                last = plan.coveredShare();
            }
            assertEquals(1, last, 1e-9);
        }
    }

    @Test
    void aKernelAtItsBoundIsLeftOutAndTheOneWithTheMostToGainStandsFirst() {
        var all =
                new LaunchClasses(
                        List.of(
                                one("fast", 600, OptionalDouble.of(.05), 1),
                                one("slow", 300, OptionalDouble.of(.9), 1),
                                one("fair", 310, OptionalDouble.of(.2), 1)),
                        1_210,
                        0);
        NcuPlan plan = NcuPlan.of(all, COST, 600);
        assertEquals(
                List.of("slow", "fair"), plan.chosen().stream().map(LaunchClass::kernel).toList());
        assertEquals(610.0 / 1_210, plan.coveredShare(), 1e-12);
    }

    @Test
    void oneRunTakesTheLaunchNumberThatReachesTheMostTime() {
        var all =
                new LaunchClasses(
                        List.of(
                                one("a", 500, OptionalDouble.empty(), 1, 3),
                                one("b", 300, OptionalDouble.empty(), 3),
                                one("c", 200, OptionalDouble.empty(), 2)),
                        1_000,
                        0);
        NcuPlan plan = NcuPlan.of(all, COST, 12);
        assertEquals(List.of(3), plan.runs().stream().map(NcuPlan.ProgramRun::invocation).toList());
        assertEquals(.8, plan.coveredShare(), 1e-12);
        assertEquals(2, NcuPlan.of(all, COST, 60).runs().size());
    }

    @Test
    void launchesOfOneKernelGridAndShapeAreOneClassAndCommunicationIsNone() {
        String text =
                """
                {"traceEvents":[%s]}
                """
                        .formatted(
                                String.join(
                                        ",",
                                        kernel("void ns::gemm<4>(int)", 100, 64, 1),
                                        kernel("void ns::gemm<4>(int)", 200, 64, 2),
                                        kernel("void ns::gemm<4>(int)", 300, 32, 3),
                                        kernel("ncclDevKernel_AllReduce", 400, 8, 4)));
        var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        var nested = NestedTrace.of(KinetoReader.read("trace.json", in));
        LaunchClasses all = LaunchClasses.of(nested, Capture.of(nested).host().rates());
        assertEquals(2, all.classes().size());
        LaunchClass first = all.classes().getFirst();
        assertEquals("gemm", first.function());
        assertEquals("(64, 1, 1)", first.grid());
        assertEquals(List.of(1, 2), first.invocations());
        assertEquals(List.of(3), all.classes().getLast().invocations());
        assertEquals(10_000, all.communicationNanos());
        assertEquals(40_000, all.kernelNanos());
    }

    private static String kernel(String name, int start, int grid, int correlation) {
        return """
        {"ph":"X","cat":"kernel","name":"%s","pid":0,"tid":7,"ts":%d,"dur":10,
         "args":{"device":0,"stream":7,"correlation":%d,"grid":[%d,1,1],"block":[128,1,1]}}
        """
                .formatted(name, start, correlation, grid);
    }

    private static LaunchClasses random(Random random, int count, int numbers) {
        List<LaunchClass> classes = new ArrayList<>();
        long sum = 0;
        for (int each = 0; each < count; each++) {
            long launches = 1L + random.nextInt(20);
            long nanos = launches * (1_000 + random.nextInt(100_000_000));
            sum += nanos;
            classes.add(
                    new LaunchClass(
                            "k" + each,
                            "k" + each,
                            "",
                            "",
                            "",
                            "",
                            List.of(1 + random.nextInt(numbers)),
                            launches,
                            nanos,
                            OptionalDouble.empty()));
        }
        return new LaunchClasses(classes, sum, 0);
    }

    private static LaunchClass one(
            String kernel, long nanos, OptionalDouble headroom, Integer... invocations) {
        return new LaunchClass(
                kernel, kernel, "", "", "", "", List.of(invocations), 1, nanos, headroom);
    }

    private static double bruteForce(LaunchClasses all, double seconds) {
        long best = 0;
        for (int set = 0; set < 1 << all.classes().size(); set++) {
            double cost = 0;
            long nanos = 0;
            for (int at = 0; at < all.classes().size(); at++) {
                if ((set >> at & 1) == 1) {
                    cost += COST.seconds(all.classes().get(at));
                    nanos += all.classes().get(at).nanos();
                }
            }
            best = cost <= seconds ? Math.max(best, nanos) : best;
        }
        return (double) best / all.kernelNanos();
    }
}
