package dev.llmprof.analysis.idle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.advice.Advice;
import dev.llmprof.analysis.advice.Advices;
import dev.llmprof.analysis.breakdown.Idle;
import dev.llmprof.analysis.capture.Capture;
import dev.llmprof.analysis.capture.GpuDevice;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.GpuEvent.Work;
import dev.llmprof.testing.kineto.Idling;
import dev.llmprof.testing.kineto.Lane;
import dev.llmprof.testing.kineto.Program;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.testing.kineto.Recording;
import dev.llmprof.testing.nsight.NsysExport;
import dev.llmprof.testing.nsight.NsysRun;
import dev.llmprof.testing.nsight.NsysSchema;
import dev.llmprof.trace.kineto.KinetoReader;
import dev.llmprof.trace.nsys.NsysSqlite;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceIdlesTest {
    @TempDir Path directory;

    @Test
    void aStreamThatWaitsWhileAnotherWorksIsNoIdleTime() throws IOException {
        var program = new Program(Dialect.CUDA, 3);
        for (int layer = 0; layer < 20; layer++) {
            program.launch(Work.kernel("gemm", new Lane(0, 7), 900_000));
            program.launch(Work.collective("ncclDevKernel_AllReduce", new Lane(0, 20), 10_000));
            program.pause(850_000);
        }
        Capture capture = capture(program.recorded());
        long onStreams =
                capture.gpu().idle().streams().stream().mapToLong(Idle.Stream::hostWaitNanos).sum();
        assertTrue(onStreams > capture.gpu().timeline().spanNanos() / 2);
        assertTrue(capture.gpu().timeline().busyShare() > .95);
        assertEquals(List.of(), advice(capture, Advice.HostWait.class));
    }

    @Test
    void whatIsShorterThanAClockCanTellIsNoGap() throws IOException {
        String kernels =
                """
                {"traceEvents":[
                {"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":1.000,"dur":2.000,"args":{"device":0,"stream":7}},
                {"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":3.001,"dur":2.000,"args":{"device":0,"stream":7}},
                {"ph":"X","cat":"kernel","name":"c","pid":0,"tid":7,"ts":9.001,"dur":2.000,"args":{"device":0,"stream":7}}]}
                """;
        var in = new ByteArrayInputStream(kernels.getBytes(StandardCharsets.UTF_8));
        Capture capture = Capture.of(NestedTrace.of(KinetoReader.read("own.json", in)));

        assertEquals(4_001, capture.gpu().timeline().idleNanos());
        assertEquals(List.of(4_000L), capture.gpu().gaps().stream().map(IdleGap::nanos).toList());
    }

    static Stream<Recording> programs() {
        return Programs.all().values().stream();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void noMoreIsClaimedThanAGpuWasIdle(Recording recording) throws IOException {
        assertClaimsNoMoreThanIdle(capture(recording), recording.toString());
    }

    private static void assertClaimsNoMoreThanIdle(Capture capture, String name) {
        for (GpuDevice gpu : capture.gpu().devices()) {
            long claimed =
                    advice(capture, Advice.HostWait.class).stream()
                                    .filter(wait -> wait.place().gpu().startsWith(gpu.label()))
                                    .mapToLong(Advice.HostWait::nanos)
                                    .sum()
                            + advice(capture, Advice.LaunchGaps.class).stream()
                                    .filter(gaps -> gaps.place().gpu().startsWith(gpu.label()))
                                    .mapToLong(Advice.LaunchGaps::nanos)
                                    .sum();
            assertTrue(claimed <= gpu.timeline().idleNanos(), () -> gpu + " " + name);
            assertEquals(
                    gpu.timeline().idleNanos(),
                    gpu.idle().nanos().values().stream().mapToLong(Long::longValue).sum());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "trace_diff_test_test",
                "trace_diff_control_control",
                "negative_queue_length_values_check_rank0",
                "trace_filter_sampled_rank-0"
            })
    void ofRealCapturesNoMoreIsClaimedEither(String name) throws IOException {
        Optional<Path> file = SharedData.ifHere("kineto/hta/" + name + ".json.gz");
        if (file.isPresent()) {
            assertClaimsNoMoreThanIdle(capture(file.get()), name);
        }
    }

    @Test
    void theLargestGapsTellWhatTheHostDid() throws IOException {
        List<IdleGap> gaps = capture(Idling.recorded()).gpu().gaps();
        IdleGap loading = gaps.getFirst();
        assertEquals(IdleCause.HOST_WAIT, loading.cause());
        assertEquals(
                "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
                loading.host().outermost());
        assertEquals("aten::stack", loading.host().innermost());
        assertEquals("serve.py(12): step", loading.host().frame());
        assertTrue(loading.host().nanos(HostActivity.DATA_LOADING) >= 2_400_000);
        IdleGap collecting = gaps.get(2);
        assertEquals(
                "<built-in method collect of module object at 0x7f00>", collecting.host().frame());
        assertTrue(collecting.host().nanos(HostActivity.GARBAGE_COLLECTION) >= 700_000);
    }

    @Test
    void aGraphThatWasRecordedWholeIsWork() throws IOException, SQLException {
        var thread = new NsysRun.OnThread(4, 4);
        var shape = new NsysRun.Shape(1, 1, 1, 32, 1, 1);
        var kernel = new NsysRun.Work(NsysRun.Kind.KERNEL, "k", 2_000, 5_000, 4, 7, 1, shape, 0);
        var launch = new NsysRun.Call("cudaLaunchKernel_v7000", 1_000, 500, thread, 1);
        var replay = new NsysRun.Call("cudaGraphLaunch_v10000", 9_000, 500, thread, 2);
        var run = new NsysRun(List.of(kernel), List.of(launch, replay), List.of());
        Path file = directory.resolve("whole.sqlite");
        NsysExport.write(run, NsysSchema.V3_25, file);
        try (var sql = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = sql.createStatement()) {
            statement.executeUpdate(
                    "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start INTEGER, \"end\" INTEGER,"
                            + " deviceId INTEGER, contextId INTEGER, streamId INTEGER, globalPid"
                            + " INTEGER, correlationId INTEGER, graphId INTEGER)");
            statement.executeUpdate(
                    "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE SELECT 10000, 458010000, deviceId,"
                            + " contextId, streamId, globalPid, 2, 31 FROM CUPTI_ACTIVITY_KIND_KERNEL");
        }
        Capture capture =
                Capture.of(NestedTrace.of(NsysSqlite.read(file, file.toString(), _ -> {})));
        assertEquals(458_005_000, capture.gpu().timeline().busyNanos());
        assertEquals(3_000, capture.gpu().idleNanos(IdleCause.HOST_WAIT));
        assertEquals(
                List.of("CUDA graph 31 (whole)", "k"),
                capture.gpu().kernels().rows().stream().map(row -> row.name()).toList());
    }

    /// GPU 0 is alone with its communication for 30 µs of 100 while GPU 1 computes, and idle for
    /// 20.
    @Test
    void communicationOfOneGpuIsNotHiddenByTheOther() throws IOException {
        var run =
                new NsysRun(
                        List.of(
                                on(0, "gemm", 1_000, 50_000, 1),
                                on(0, "ncclDevKernel_SendRecv(int)", 51_000, 30_000, 2),
                                on(0, "gemm", 100_000, 1_000, 3),
                                on(1, "gemm", 1_000, 90_000, 4),
                                on(1, "gemm", 96_000, 5_000, 5)),
                        List.of(),
                        List.of());
        Path own = NsysExport.write(run, NsysSchema.V3_25, directory.resolve("two.sqlite"));
        Capture two = Capture.of(NestedTrace.of(NsysSqlite.read(own, own.toString(), _ -> {})));
        assertEquals(30_000, two.gpu().timeline().exposedCommunicationNanos());
        assertEquals(
                List.of(.81, .95),
                two.gpu().devices().stream().map(gpu -> gpu.timeline().busyShare()).toList());
        Optional<Path> file = SharedData.ifHere("nsight/gindachen-nsys-ai/mfu_2gpu_before.sqlite");
        if (file.isPresent()) {
            Capture capture =
                    Capture.of(
                            NestedTrace.of(
                                    NsysSqlite.read(file.get(), file.get().toString(), _ -> {})));
            // By SQL over the same file, GPU by GPU.
            assertEquals(
                    List.of(17_172_652L, 8_229_100L),
                    capture.gpu().devices().stream()
                            .map(gpu -> gpu.timeline().exposedCommunicationNanos())
                            .toList());
            assertEquals(25_401_752, capture.gpu().timeline().exposedCommunicationNanos());
            assertEquals(
                    List.of(913, 895),
                    capture.gpu().devices().stream()
                            .map(gpu -> (int) Math.round(1000 * gpu.timeline().busyShare()))
                            .toList());
        }
    }

    private static NsysRun.Work on(int gpu, String name, long start, long nanos, long correlation) {
        var shape = new NsysRun.Shape(1, 1, 1, 32, 1, 1);
        return new NsysRun.Work(
                NsysRun.Kind.KERNEL, name, start, nanos, 4 + gpu, 7, correlation, shape, 0);
    }

    @Test
    void aBusyGpuDoesNotWaitForTheHost() throws IOException {
        Optional<Path> file = SharedData.ifHere("kineto/hta/trace_diff_test_test.json.gz");
        if (file.isPresent()) {
            Capture capture = capture(file.get());
            assertEquals(27_296_000, capture.gpu().timeline().idleNanos());
            assertEquals(408_000, capture.gpu().idleNanos(IdleCause.HOST_WAIT));
            assertEquals(List.of(), advice(capture, Advice.HostWait.class));
        }
    }

    @Test
    void workThatWasQueuedDoesNotWaitForTheHost() throws IOException {
        String name = "kineto/tracelens/inference_sglang_decode_sglang_Qwen3-8B_decode.json.gz";
        Optional<Path> file = SharedData.ifHere(name);
        if (file.isPresent()) {
            Capture capture = capture(file.get());
            IdleGap gap = capture.gpu().gaps().getFirst();
            assertEquals(463, gap.nanos() / 1_000_000);
            assertEquals(463, gap.host().nanos(HostActivity.SYNCHRONISATION) / 1_000_000);
            assertEquals(List.of(), advice(capture, Advice.HostWait.class));
        }
    }

    private static <T extends Advice> List<T> advice(Capture capture, Class<T> kind) {
        return Advices.of(Optional.of(capture), Optional.empty(), List.of(), Optional.empty())
                .stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    private static Capture capture(Recording recording) throws IOException {
        var in = new ByteArrayInputStream(recording.json());
        return Capture.of(NestedTrace.of(KinetoReader.read("own.json", in)));
    }

    private static Capture capture(Path file) throws IOException {
        try (var in = new GZIPInputStream(Files.newInputStream(file))) {
            return Capture.of(NestedTrace.of(KinetoReader.read(file.toString(), in)));
        }
    }
}
