package dev.llmprof.stage.torch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.pipeline.Outcome;
import dev.llmprof.stage.HookedRun;
import dev.llmprof.stage.StageFiles;
import dev.llmprof.stage.workload.CaptureWindow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which part of a program is in its trace, with real PyTorch.
class CaptureWindowIT {
    private static final String TRACE = "trace.json.gz";

    @TempDir private Path run;

    @Test
    void theFirstRequestWarmsUpAndTheNextThreeAreRecorded() throws IOException {
        HookedRun hooked = usual();

        Outcome outcome = hooked.program("asks.py", "6");

        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        assertEquals(Map.of("prefill", 3, "decode", 9), hooked.ranges(TRACE));
        assertEquals(6, hooked.requests().size());
        says(hooked, "recorded: requests 2 to 4 of 6, 12 steps; ended by capture.requests");
    }

    /// What the compiler does is a row of the cold request, which the window leaves out.
    @Test
    void aCompiledModelIsRecordedAfterItWasCompiled() throws IOException {
        HookedRun cold = HookedRun.in(run.resolve("cold"));
        HookedRun warm = HookedRun.in(run.resolve("warm")).recording(CaptureWindow.USUAL);

        cold.program("compiled_asks.py");
        warm.program("compiled_asks.py");

        assertTrue(compiling(cold) > 0, () -> "the compiler leaves no rows, so none can be missed");
        assertEquals(0, compiling(warm));
        assertEquals(Map.of("prefill", 3, "decode", 9), warm.ranges(TRACE));
    }

    @Test
    void theOnlyRequestIsKept() throws IOException {
        HookedRun hooked = usual();

        hooked.program("asks.py", "1");

        assertEquals(Map.of("prefill", 1, "decode", 3), hooked.ranges(TRACE));
        says(hooked, "recorded is the first, cold request: no warm one came");
    }

    @Test
    void aPlainModuleHasSteps() throws IOException {
        HookedRun hooked = usual();

        hooked.program("loops.py", "100", "0");

        assertEquals(64, count(hooked, "aten::relu"));
        says(hooked, "recorded: steps 2 to 65 of 100; ended by capture.steps");
    }

    @Test
    void withoutAModuleAllIsRecorded() throws IOException {
        HookedRun hooked = usual();

        hooked.program("functions.py");

        assertEquals(3, count(hooked, "aten::matmul"));
    }

    @Test
    void memoryIsBounded() throws IOException {
        HookedRun hooked = HookedRun.in(run).recording(window(1_000_000, false, false));

        hooked.program("loops.py", "100", "0");

        // Two modules in one, 48 kB a call by the estimate.
        says(hooked, "; ended by capture.max_bytes");
        assertTrue(count(hooked, "aten::relu") < 12, () -> "recorded too much");
    }

    @Test
    void theProgramEndsWithTheWindowWhereItIsToldTo() throws IOException {
        HookedRun hooked = HookedRun.in(run).recording(window(2_000_000_000L, false, true));

        Outcome outcome = hooked.program("asks.py", "6");

        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        assertEquals("", hooked.log());
        assertEquals(Map.of("prefill", 3, "decode", 9), hooked.ranges(TRACE));
    }

    @Test
    void aSignalBeginsAndEndsEachWindow() throws IOException {
        HookedRun hooked = HookedRun.in(run).recording(window(2_000_000_000L, true, false));

        hooked.program("asks.py", "5", "usr2");

        assertEquals("done\n", hooked.log());
        assertEquals(List.of("trace.0-0.json.gz", "trace.0-1.json.gz"), traces(run));
        assertEquals(Map.of("prefill", 1, "decode", 3), hooked.ranges("trace.0-0.json.gz"));
    }

    @Test
    void nothingAfterTheDelayIsSaid() {
        CaptureWindow late = delayed(Duration.ofHours(1), Optional.empty());

        Outcome outcome = HookedRun.in(run).recording(late).program("asks.py", "2");

        assertEquals(
                "could not record anything: the program ended before capture.delay",
                outcome.problemsMet().getFirst().what());
    }

    /// A program that still loads when the delay is over had its window behind it before it began;
    /// one without modules was recorded by a thread that PyTorch's profiler sees nothing from.
    @Test
    void afterADelayWaitsForTheFirstStepIfThereIsOne() throws IOException {
        CaptureWindow soon = delayed(Duration.ofMillis(200), Optional.of(Duration.ofMillis(1_500)));
        HookedRun loading = HookedRun.in(run.resolve("loading")).recording(soon);
        HookedRun functions = HookedRun.in(run.resolve("functions")).recording(soon);

        loading.program("late.py", "module");
        functions.program("late.py", "function");

        says(loading, "recorded: steps 2 to ");
        assertTrue(count(loading, "aten::relu") > 0);
        says(functions, "recorded: what ran outside modules; ended by capture.duration");
        assertTrue(count(functions, "aten::matmul") > 0);
        assertEquals("done\n", loading.log());
        assertEquals("done\n", functions.log());
    }

    private static CaptureWindow delayed(Duration delay, Optional<Duration> duration) {
        return new CaptureWindow(
                1,
                OptionalInt.of(3),
                OptionalInt.of(64),
                delay,
                duration,
                2_000_000_000L,
                CaptureWindow.Start.AUTO,
                false,
                false);
    }

    @Test
    void everyWorkerHasATrace() {
        for (String how :
                List.of("fork", "spawn", "forkserver", "pool-fork", "pool-spawn", "subprocess")) {
            Path own = run.resolve(how);
            HookedRun hooked = HookedRun.in(own).recording(CaptureWindow.USUAL);

            Outcome outcome = hooked.program("workers.py", how);

            assertInstanceOf(Outcome.Done.class, outcome, () -> how + ": " + outcome);
            assertEquals(
                    List.of(1, 2, 3),
                    traces(own).stream().map(trace -> decodes(hooked, trace)).sorted().toList(),
                    how);
        }
    }

    @Test
    void aWorkerThatWasKilledIsNamed() throws IOException {
        Outcome outcome = usual().program("asks.py", "1", "killed-child");

        assertInstanceOf(Outcome.Degraded.class, outcome, outcome::toString);
        assertTrue(
                outcome.problemsMet()
                        .getFirst()
                        .what()
                        .matches("process \\d+ ran PyTorch and left nothing: it was killed"),
                outcome::toString);
    }

    @Test
    void aRangeClosesWhenTheDeviceIsDone() throws IOException {
        HookedRun hooked = usual();

        hooked.program("waits.py", run.resolve("tmp/torch_profiler/hook").toString());

        assertEquals("wait, open window, wait, close, graph\n", hooked.log());
    }

    @Test
    void aForwardIsTimedFromAnIdleDeviceToAnIdleDevice() throws IOException {
        HookedRun hooked = usual();

        hooked.program("forwards.py", run.resolve("tmp/torch_profiler/hook").toString());

        assertEquals("wait, forward, wait, prefill False\n", hooked.log());
    }

    private HookedRun usual() {
        return HookedRun.in(run).recording(CaptureWindow.USUAL);
    }

    private static CaptureWindow window(long bytes, boolean byHand, boolean stops) {
        return new CaptureWindow(
                1,
                OptionalInt.of(3),
                OptionalInt.of(64),
                Duration.ZERO,
                Optional.empty(),
                bytes,
                byHand ? CaptureWindow.Start.SIGNAL : CaptureWindow.Start.AUTO,
                stops,
                false);
    }

    private static List<String> traces(Path run) {
        return StageFiles.named(run.resolve("torch_profiler"), "trace", ".json.gz").stream()
                .map(file -> file.getFileName().toString())
                .toList();
    }

    private static void says(HookedRun hooked, String words) throws IOException {
        String notes = hooked.results().path("notes").toString();
        assertTrue(notes.contains(words), notes);
    }

    private static long compiling(HookedRun hooked) throws IOException {
        return hooked.events(TRACE).stream()
                .filter(event -> event.path("name").asText().endsWith("(dynamo_timed)"))
                .count();
    }

    private static long count(HookedRun hooked, String operator) throws IOException {
        return hooked.events(TRACE).stream()
                .filter(event -> event.path("name").asText().equals(operator))
                .count();
    }

    private static int decodes(HookedRun hooked, String trace) {
        try {
            return hooked.ranges(trace).getOrDefault("decode", 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
