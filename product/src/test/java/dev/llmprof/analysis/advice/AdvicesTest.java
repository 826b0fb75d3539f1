package dev.llmprof.analysis.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.ncu.KernelCounters;
import dev.llmprof.analysis.ncu.NcuClass;
import dev.llmprof.analysis.ncu.NcuFact;
import dev.llmprof.analysis.ncu.NcuKernel;
import dev.llmprof.analysis.ncu.NcuLimits;
import dev.llmprof.analysis.ncu.NcuRoofline;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.prediction.Prediction;
import dev.llmprof.analysis.source.KernelJoin;
import dev.llmprof.analysis.workload.TimeBasis;
import dev.llmprof.trace.Trace;
import dev.llmprof.trace.kineto.KinetoReader;
import dev.llmprof.trace.ncu.Extent;
import dev.llmprof.trace.ncu.NcuLaunch;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Every rule once where its number is there, and once where it is not. Times are microseconds.
class AdvicesTest {
    private static final String GEMM = "sm90_xmma_gemm_bf16";
    private static final Advice.Place FILE = new Advice.Place("f", "");
    private static final int EARLY = -50;

    private final List<String> events = new ArrayList<>();
    private int correlation;

    @Test
    void theGpuWaitsForTheHostOnlyWhereALaunchCameLate() throws IOException {
        kernel(GEMM, 0, 100, EARLY);
        kernel("softmax", 210, 100, 200);
        var wait = found(Advice.HostWait.class).orElseThrow();
        assertEquals(110_000, wait.nanos());
        assertEquals(110.0 / 310, wait.share(), 1e-9);

        events.clear();
        kernel(GEMM, 0, 100, EARLY);
        kernel("softmax", 101, 209, EARLY);
        assertTrue(found(Advice.HostWait.class).isEmpty());
    }

    @Test
    void launchGapsCountFromATwentiethOfTheSpan() throws IOException {
        kernel(GEMM, 0, 100, EARLY);
        kernel("softmax", 111, 89, EARLY);
        assertEquals(11_000, found(Advice.LaunchGaps.class).orElseThrow().nanos());

        events.clear();
        kernel(GEMM, 0, 100, EARLY);
        kernel("softmax", 110, 90, EARLY);
        assertTrue(found(Advice.LaunchGaps.class).isEmpty());
    }

    @Test
    void whatWouldSaveTheMostStandsFirst() throws IOException {
        kernel(GEMM, 0, 100, EARLY);
        copy(100, 20);
        kernel("softmax", 210, 100, 200);
        kernel("ncclDevKernel_AllReduce", 310, 30, EARLY);
        assertEquals(
                List.of("host_wait 90000", "exposed_communication 30000", "exposed_copies 20000"),
                all().stream()
                        .map(each -> each.kind() + " " + each.savingNanos().orElseThrow())
                        .toList());
    }

    @Test
    void kernelsShorterThanTheirLaunchAreNoAdviceByThemselves() throws IOException {
        kernel(GEMM, 0, 3, EARLY);
        kernel("softmax", 3, 3, EARLY);
        assertEquals(List.of(), all());
    }

    @Test
    void smallMemoryBoundKernelsAreWorthFusingFromThreeTenths() throws IOException {
        kernel(GEMM, 0, 21, EARLY);
        kernel("vectorized_elementwise_kernel", 21, 9, EARLY);
        assertTrue(found(Advice.Unfused.class).isEmpty());
        kernel("vectorized_elementwise_kernel", 30, 1, EARLY);
        assertEquals(2, found(Advice.Unfused.class).orElseThrow().kernels());
    }

    @Test
    void longKernelsAreNotSmallHoweverMuchTimeTheyTake() throws IOException {
        for (int at = 0; at < 10; at++) {
            kernel("vectorized_elementwise_kernel", at * 200_000, 200_000, EARLY);
        }
        assertTrue(found(Advice.Unfused.class).isEmpty());
    }

    @Test
    void productsInSinglePrecisionAreFoundByName() throws IOException {
        kernel("ampere_sgemm_128x64_tn", 0, 20, EARLY);
        kernel(GEMM, 20, 80, EARLY);
        assertEquals(.2, found(Advice.SinglePrecision.class).orElseThrow().share(), 1e-9);

        events.clear();
        kernel("ampere_sgemm_128x64_tn", 0, 9, EARLY);
        kernel(GEMM, 9, 91, EARLY);
        assertTrue(found(Advice.SinglePrecision.class).isEmpty());
    }

    @Test
    void copiesAndCommunicationCountOnlyWhereNothingOverlapsThem() throws IOException {
        kernel(GEMM, 0, 100, EARLY);
        copy(100, 20);
        kernel("ncclDevKernel_AllReduce", 120, 20, EARLY);
        assertEquals(20_000, found(Advice.ExposedCopies.class).orElseThrow().nanos());
        assertEquals(20_000, found(Advice.ExposedCommunication.class).orElseThrow().nanos());

        events.clear();
        kernel(GEMM, 0, 200, EARLY);
        copy(50, 20);
        kernelOn(9, "ncclDevKernel_AllReduce", 100, 20);
        assertTrue(found(Advice.ExposedCopies.class).isEmpty());
        assertTrue(found(Advice.ExposedCommunication.class).isEmpty());
    }

    @Test
    void gpuTimeWithoutAnOperatorIsSaidWhereOperatorsWereRecorded() throws IOException {
        operator("aten::mm", -60, 40);
        kernel(GEMM, 0, 80, EARLY);
        kernel("softmax", 80, 20, -10);
        assertEquals(.2, found(Advice.Unattributed.class).orElseThrow().share(), 1e-9);

        events.clear();
        kernel(GEMM, 0, 80, EARLY);
        assertTrue(found(Advice.Unattributed.class).isEmpty());
    }

    @Test
    void decodeIsBoundByBandwidthWhereItsIntensityIsBelowTheRidge() {
        var bound = of(part("decode", Prediction.Bound.MEMORY, 50, 100));
        var memory = (Advice.MemoryBound) bound.getFirst();
        assertEquals("decode", memory.phase().name());
        assertEquals(.5, memory.flopsPerByte());
        assertEquals(50, memory.ridge());
        assertFalse(
                of(part("decode", Prediction.Bound.COMPUTE, 50, 100)).stream()
                        .anyMatch(Advice.MemoryBound.class::isInstance));
    }

    @Test
    void aPhaseFarAboveItsBoundIsSaidAndOneBelowItIsNotAdvisedOn() {
        assertTrue(
                of(part("prefill", Prediction.Bound.COMPUTE, 50, 100)).stream()
                        .anyMatch(Advice.AboveBound.class::isInstance));
        assertEquals(List.of(), of(part("prefill", Prediction.Bound.COMPUTE, 90, 100)));
        assertEquals(List.of(), of(part("decode", Prediction.Bound.MEMORY, 110, 100)));
    }

    @Test
    void tensorCoresThatIdleInAMatrixKernelAreSaid() {
        assertEquals(
                List.of(new Advice.TensorCoresIdle(FILE, GEMM, 1.5, .2)),
                of(join(GEMM, .2, 90, OptionalDouble.of(1.5), Optional.empty())));
        OptionalDouble idle = OptionalDouble.of(0);
        assertEquals(List.of(), of(join(GEMM, .2, 90, OptionalDouble.of(60), Optional.empty())));
        assertEquals(List.of(), of(join(GEMM, .04, 90, idle, Optional.empty())));
        assertEquals(List.of(), of(join("gemvNSP_kernel", .2, 90, idle, Optional.empty())));
        assertEquals(List.of(), of(join("softmax_kernel", .2, 90, idle, Optional.empty())));
    }

    @Test
    void occupancyLimitedByRegistersIsSaidOfAHotKernel() {
        Optional<String> registers = Optional.of("registers");
        OptionalDouble unknown = OptionalDouble.empty();
        assertEquals(
                List.of(new Advice.LowOccupancy(FILE, GEMM, 12.5, "registers", "", .2)),
                of(join(GEMM, .2, 12.5, unknown, registers)));
        assertEquals(List.of(), of(join(GEMM, .2, 60, unknown, registers)));
        assertEquals(List.of(), of(join(GEMM, .01, 12.5, unknown, registers)));
        assertEquals(List.of(), of(join(GEMM, .2, 12.5, unknown, Optional.empty())));
    }

    private static List<Advice> of(Prediction.Part part) {
        var prediction =
                new Prediction(
                        "m",
                        "g",
                        "c",
                        1e14,
                        "bf16",
                        2e12,
                        new TreeMap<>(),
                        "",
                        List.of(part),
                        List.of(),
                        Optional.empty());
        return Advices.of(Optional.empty(), Optional.of(prediction), List.of(), Optional.empty());
    }

    private static Prediction.Part part(
            String phase, Prediction.Bound bound, double boundNanos, double nanos) {
        return new Prediction.Part(
                phase,
                "",
                1e6,
                1e6,
                2e6,
                boundNanos,
                bound,
                Optional.of(nanos),
                TimeBasis.median(TimeBasis.TORCH, 1, "request"));
    }

    private static List<Advice> of(KernelJoin join) {
        return Advices.of(Optional.empty(), Optional.empty(), List.of(join), Optional.empty());
    }

    private static KernelJoin join(
            String name,
            double share,
            double occupancy,
            OptionalDouble tensor,
            Optional<String> limiter) {
        var kernel =
                new NcuKernel(
                        "k",
                        name,
                        Extent.NONE,
                        Extent.NONE,
                        NcuLaunch.NcuDevice.NONE,
                        NcuLaunch.NcuProcess.NONE,
                        1,
                        Map.of(NcuFact.ACHIEVED_OCCUPANCY, occupancy),
                        NcuClass.UNKNOWN,
                        NcuRoofline.NONE,
                        new NcuLimits(tensor, limiter),
                        List.of());
        KernelCounters counters = KernelCounters.of(kernel);
        return new KernelJoin(
                name,
                List.of(new KernelJoin.Time("nsys", "f", "", 1, 1, share)),
                List.of(counters));
    }

    private <T extends Advice> Optional<T> found(Class<T> kind) throws IOException {
        return all().stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }

    private List<Advice> all() throws IOException {
        String json = "{\"traceEvents\": [" + String.join(",", events) + "]}";
        Trace trace =
                KinetoReader.read(
                        "t", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
        NestedTrace nested = NestedTrace.of(trace);
        Capture capture = Capture.of(nested).withPictures(nested);
        return Advices.of(Optional.of(capture), Optional.empty(), List.of(), Optional.empty());
    }

    private void kernel(String name, int start, int length, int launched) {
        int id = ++correlation;
        events.add(gpu("kernel", name, 7, start, length, id));
        events.add(host("cuda_runtime", "cudaLaunchKernel", launched, 5, id));
    }

    private void kernelOn(int stream, String name, int start, int length) {
        int id = ++correlation;
        events.add(gpu("kernel", name, stream, start, length, id));
        events.add(host("cuda_runtime", "cudaLaunchKernel", EARLY, 5, id));
    }

    private void copy(int start, int length) {
        events.add(gpu("gpu_memcpy", "Memcpy HtoD", 8, start, length, ++correlation));
    }

    private void operator(String name, int start, int length) {
        events.add(host("cpu_op", name, start, length, 0));
    }

    private static String gpu(String kind, String name, int stream, int start, int length, int id) {
        return event(kind, name, 0, stream, start, length)
                + ",\"args\":{\"stream\":%d,\"device\":0,\"correlation\":%d}}"
                        .formatted(stream, id);
    }

    private static String host(String kind, String name, int start, int length, int id) {
        return event(kind, name, 1, 1, start, length)
                + ",\"args\":{\"correlation\":%d}}".formatted(id);
    }

    private static String event(
            String kind, String name, int process, int thread, int start, int length) {
        return String.format(
                Locale.ROOT,
                "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%d,\"dur\":%d",
                kind,
                name,
                process,
                thread,
                start + 10_000,
                length);
    }
}
