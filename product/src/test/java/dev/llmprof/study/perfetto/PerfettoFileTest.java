package dev.llmprof.study.perfetto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.conditions.RunConditions;
import dev.llmprof.analysis.conditions.WorkSpan;
import dev.llmprof.analysis.ncu.NcuView;
import dev.llmprof.analysis.rank.GeneratedRanks;
import dev.llmprof.analysis.serving.ServingFindings.StageLoad;
import dev.llmprof.app.PluginLists;
import dev.llmprof.problem.Problem;
import dev.llmprof.secret.Secrets;
import dev.llmprof.served.LoadFacts;
import dev.llmprof.served.RequestFailure;
import dev.llmprof.served.ServedLoad;
import dev.llmprof.served.ServedRequest;
import dev.llmprof.study.ReadingsListener;
import dev.llmprof.study.Study;
import dev.llmprof.study.StudyContext;
import dev.llmprof.study.StudyGoal;
import dev.llmprof.study.StudyRequest;
import dev.llmprof.study.capture.CaptureSet;
import dev.llmprof.table.LongColumn;
import dev.llmprof.testing.kineto.Dialect;
import dev.llmprof.testing.kineto.Program;
import dev.llmprof.testing.kineto.Programs;
import dev.llmprof.testing.kineto.Recording;
import dev.llmprof.trace.conditions.GpuSample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerfettoFileTest {
    private static final long SECOND = 1_000_000_000L;

    /// When the traces below begin.
    private static final long NOON = 1_700_000_000L * SECOND;

    @TempDir private Path folder;

    @Test
    void everyKernelIsInItsStreamUnderItsGpuWithAnArrowFromItsLaunch() throws IOException {
        Recording recording = Programs.twoGpus();
        ReadTrace read = drawn("trace.json", recording.writtenTo(folder.resolve("a.json")));
        List<ReadTrace.Slice> gpu =
                read.slices().stream()
                        .filter(s -> s.category().matches("kernel|gpu_memcpy|gpu_memset"))
                        .toList();
        assertEquals(recording.gpu().size(), gpu.size());
        assertEquals(recording.gpuNanos(), gpu.stream().mapToLong(ReadTrace.Slice::nanos).sum());
        assertEquals(
                Set.of("a.json: GPU 0", "a.json: GPU 1"),
                gpu.stream()
                        .map(slice -> slice.process().replaceFirst("(GPU \\d).*", "$1"))
                        .collect(Collectors.toSet()));
        assertEquals(recording.gpu().size(), read.arrows());
    }

    @Test
    void hostEventsNestAsTheyRanAndPhasesAndStepsHaveTracksOfTheirOwn() throws IOException {
        Recording recording = Programs.eagerLlama(Dialect.CUDA);
        ReadTrace read = drawn("trace.json.gz", recording.writtenTo(folder.resolve("a.json.gz")));
        long operators =
                recording.host().stream().filter(e -> e.name().startsWith("aten::")).count();
        assertEquals(
                operators,
                read.slices("cpu_op").stream()
                        .filter(slice -> slice.name().startsWith("aten::"))
                        .count());
        assertEquals(
                Set.of("prefill", "decode"),
                read.slices("phase").stream()
                        .map(ReadTrace.Slice::name)
                        .collect(Collectors.toSet()));
        ReadTrace.Slice phase = read.slices("phase").getFirst();
        assertTrue(
                read.slices("cpu_op").stream()
                        .anyMatch(op ->
                                op.startNanos() >= phase.startNanos()
                                        && op.endNanos() <= phase.endNanos()
                                        && op.arguments()
                                                .path("phase")
                                                .asText()
                                                .equals(phase.name())));
        assertTrue(
                read.slices("step").stream()
                        .anyMatch(slice -> slice.thread().equals("steps on the GPU")));
    }

    @Test
    void ranksOfTwoHostsAreLaidOverEachOtherByTheirCollectives() throws IOException {
        var ranks = new GeneratedRanks(2).clock(1, 77_000_000, 3);
        for (int step = 0; step < 40; step++) {
            ranks.compute(0, "gemm", 900_000).compute(1, "gemm", 700_000 + 9_000 * step);
            ranks.collective("allreduce", "tp", 1 << 20, 0, 1);
        }
        for (int rank = 0; rank < 2; rank++) {
            Files.writeString(folder.resolve("rank" + rank + ".json"), ranks.json(rank));
        }
        ReadTrace read =
                drawn("out.json", folder.resolve("rank0.json"), folder.resolve("rank1.json"));
        List<Long> first = collectiveEnds(read, "rank 0");
        List<Long> second = collectiveEnds(read, "rank 1");
        assertEquals(40, first.size());
        for (int at = 0; at < 40; at++) {
            assertEquals(first.get(at), second.get(at), 1_000.0, "collective " + at);
        }
    }

    private static List<Long> collectiveEnds(ReadTrace read, String rank) {
        return read.slices("kernel").stream()
                .filter(s -> s.process().startsWith(rank) && s.name().startsWith("nccl"))
                .map(ReadTrace.Slice::endNanos)
                .sorted()
                .toList();
    }

    @Test
    void requestsStagesAndConditionsStandOnTheClockOfTheTrace() throws IOException {
        Path trace = folder.resolve("a.json");
        Files.writeString(
                trace,
                """
                {"baseTimeNanoseconds": %d, "traceEvents": [
                {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":2000000.5,"dur":10.25}]}
                """
                        .formatted(NOON));
        var conditions =
                new RunConditions(
                        List.of(),
                        List.of(sample(NOON + SECOND, 300), sample(NOON + 3 * SECOND, 400)),
                        List.of(),
                        List.of(
                                WorkSpan.ofStage("torch_profiler", NOON, NOON + 5 * SECOND),
                                new WorkSpan(
                                        "torch_profiler",
                                        "bare",
                                        "prefill",
                                        NOON + 2 * SECOND,
                                        NOON + 3 * SECOND,
                                        17)));
        var asked = new PerfettoAsked(folder.resolve("out.json"), conditions, List.of(load()));
        study(asked, trace);
        ReadTrace read = ReadTrace.of(asked.file());

        assertEquals(NOON, read.root().path("baseTimeNanoseconds").asLong());
        ReadTrace.Slice operator = read.slices("cpu_op").getFirst();
        assertEquals(2 * SECOND + 500, operator.startNanos());
        assertEquals(10_250, operator.nanos());
        assertEquals(5 * SECOND, read.slices("stage").getFirst().nanos());
        List<ReadTrace.Counter> power = read.counters("gpu 0: power");
        assertEquals(
                List.of(SECOND, 3 * SECOND), power.stream().map(ReadTrace.Counter::nanos).toList());
        assertEquals(400, power.getLast().values().path("W").asDouble());
        assertEquals(
                List.of(
                        "prefill 2000000000 1000000000",
                        "request 0 1500000000 2000000000",
                        "waiting to be sent 1500000000 100000000",
                        "TTFT 1600000000 400000000",
                        "decode 2000000000 1500000000",
                        "request 1 1600000000 400000000"),
                read.slices("request").stream()
                        .map(s -> s.name() + " " + s.startNanos() + " " + s.nanos())
                        .toList());
        assertEquals("it broke", named(read, "request 1").arguments().path("failure").asText());
        assertFalse(
                named(read, "request 0").tid() == named(read, "request 1").tid(),
                "requests at once are in rows of their own");
    }

    private static ReadTrace.Slice named(ReadTrace read, String name) {
        return read.slices().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
    }

    private static StageLoad load() {
        var facts =
                new LoadFacts(NOON + SECOND, "url", "", "m", "closed", false, LoadFacts.Goals.NONE);
        var whole =
                new ServedRequest(
                        0,
                        SECOND / 2,
                        6 * SECOND / 10,
                        LongColumn.of(SECOND, 2 * SECOND),
                        25 * SECOND / 10,
                        OptionalLong.of(17),
                        2,
                        true,
                        Optional.empty());
        var broken =
                new ServedRequest(
                        1,
                        6 * SECOND / 10,
                        6 * SECOND / 10,
                        LongColumn.of(),
                        SECOND,
                        OptionalLong.empty(),
                        0,
                        false,
                        Optional.of(new RequestFailure(RequestFailure.Kind.BROKEN, "it broke")));
        return new StageLoad(
                "direct_inference",
                new ServedLoad(facts, List.of(whole, broken), Optional.empty()));
    }

    private static GpuSample sample(long unixNanos, double watts) {
        OptionalDouble unsaid = OptionalDouble.empty();
        return new GpuSample(
                unixNanos,
                0,
                OptionalDouble.of(watts),
                unsaid,
                unsaid,
                unsaid,
                unsaid,
                unsaid,
                OptionalDouble.of(0.5),
                unsaid,
                0);
    }

    @Test
    void aCaptureThatDoesNotKnowTheTimeOfDayIsDrawnFromTheStartAndNamed() throws IOException {
        Path plain = folder.resolve("boot.json");
        Files.writeString(
                plain,
                "{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a\",\"pid\":1,"
                        + "\"tid\":1,\"ts\":77,\"dur\":5}]}");
        ReadTrace read = drawn("out.json", plain);
        assertEquals(0, read.slices("cpu_op").getFirst().startNanos());
        assertTrue(read.root().path("baseTimeNanoseconds").isMissingNode());
        assertTrue(read.root().path("drawn_from_the_start").asText().endsWith("boot.json"));
    }

    @Test
    void noSecretGetsIntoTheFile() throws IOException {
        Secrets.learn("PERFETTO_TEST_TOKEN", "open-sesame-4711");
        var program = new Program(Dialect.CUDA, 3);
        program.range("login open-sesame-4711", () -> program.operator("aten::mm", "[]", () -> {}));
        drawn("out.json", program.recorded().writtenTo(folder.resolve("a.json")));
        String text = Files.readString(folder.resolve("out.json"), StandardCharsets.UTF_8);
        assertFalse(text.contains("open-sesame"), text);
        assertTrue(text.contains("login (hidden)"), text);
    }

    @Test
    void ourOwnReaderFindsTheSameGpuTimeInIt() throws IOException {
        Recording recording = Programs.eagerLlama(Dialect.CUDA);
        drawn("out.json", recording.writtenTo(folder.resolve("a.json")));
        CaptureSet again = captures(folder.resolve("out.json"));
        assertEquals(
                captures(folder.resolve("a.json"))
                        .captures()
                        .getFirst()
                        .gpu()
                        .timeline()
                        .busyNanos(),
                again.captures().getFirst().gpu().timeline().busyNanos());
    }

    @Test
    void whatCannotBeWrittenIsSaidBeforeAnythingIsRead() {
        var asked = PerfettoAsked.of(folder);
        Problem.Found found =
                assertThrows(
                        Problem.Found.class, () -> study(asked, folder.resolve("nosuch.json")));
        assertTrue(found.toString().contains("no such file"), found::toString);
        assertThrows(Problem.Found.class, asked::check);
    }

    @Test
    void withoutATimeLineThereIsNoFileAndNothingUnfinished() throws IOException {
        Path table = folder.resolve("kernels.csv");
        Files.writeString(table, "Name,Total Time (ns),Instances\ngemm,100,2\n");
        var asked = PerfettoAsked.of(folder.resolve("out.json"));
        assertThrows(Problem.Found.class, () -> study(asked, table));
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(table), left.toList());
        }
    }

    private ReadTrace drawn(String name, Path... captures) throws IOException {
        var asked = PerfettoAsked.of(folder.resolve(name));
        study(asked, captures);
        try (Stream<Path> left = Files.list(folder)) {
            assertTrue(left.noneMatch(each -> each.toString().contains(".unfinished")));
        }
        return ReadTrace.of(asked.file());
    }

    private static CaptureSet captures(Path capture) throws IOException {
        return Study.of(request(List.of(capture)), new ReadingsListener()).captures();
    }

    private static void study(PerfettoAsked asked, Path... captures) throws IOException {
        Study.of(request(List.of(captures)).drawn(Optional.of(asked)), new ReadingsListener());
    }

    private static StudyRequest request(List<Path> captures) {
        return new StudyRequest(
                captures,
                PluginLists.SHIPPED.study(),
                NcuView.DEFAULT,
                StudyContext.unknown("llmprof test"),
                new StudyGoal.Captures());
    }
}
