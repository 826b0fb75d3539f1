package dev.llmprof.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.llmprof.pipeline.Outcome;
import dev.llmprof.pipeline.Workspace;
import dev.llmprof.process.Command;
import dev.llmprof.process.Ended;
import dev.llmprof.process.Processes;
import dev.llmprof.process.SystemProcesses;
import dev.llmprof.stage.nsys.NsysSettings;
import dev.llmprof.stage.nsys.NsysStage;
import dev.llmprof.stage.workload.CaptureWindow;
import dev.llmprof.stage.workload.RankLaunch;
import dev.llmprof.stage.workload.Workload;
import dev.llmprof.stage.workload.Workload.Marks;
import dev.llmprof.stage.workload.Workload.Purpose;
import dev.llmprof.stage.workload.Workload.Surroundings;
import dev.llmprof.stage.workload.Workloads;
import dev.llmprof.testing.RealTool;
import dev.llmprof.testing.SharedData;
import dev.llmprof.tool.Nsys;
import dev.llmprof.tool.Nsys.Capture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real nsys and ncu around real Python programs: the hook opens the ranges they gate on.
class PythonRangesIT {
    private static final Path ROOT = SharedData.projectRoot();
    private static final Path GENERATE = ROOT.resolve("examples/transformers/generate.py");
    private static final Path ENDS =
            ROOT.resolve("product/src/test/resources/dev/llmprof/stage/python/ends.py");
    private static final Optional<Marks> MARKED =
            Optional.of(new Marks(System.getenv(), CaptureWindow.USUAL));
    private static String python = "";

    @TempDir private Path run;
    private final Processes processes = new SystemProcesses(System.getenv());

    @BeforeAll
    static void findPython() {
        python = RealTool.pythonWithTorch().toString();
    }

    @Test
    void aGateOnDecodeOpensInATransformersProgram() throws IOException {
        Outcome outcome = nsys(new Capture.Nvtx("decode"), MARKED, GENERATE.toString());

        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        assertEquals(Map.of("decode", 1L), ranges());
        assertEquals("a warm occurrence of 'decode'", covers());
        String log = Files.readString(run.resolve("nsys/tool.log"));
        assertTrue(log.contains("prompt 48 tokens, answer 24 tokens\n"), log);
    }

    @Test
    void aGateOnTheWindowHoldsWarmRequests() throws IOException {
        Path asks = ENDS.resolveSibling("asks.py");

        Outcome outcome = nsys(new Capture.Nvtx("window"), MARKED, asks.toString(), "6");

        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        assertEquals(Map.of("window", 1L, "prefill", 3L, "decode", 9L), ranges());
    }

    @Test
    void whereNoWarmOneComesTheColdOneIsRecordedAndSaid() throws IOException {
        Outcome outcome = nsys(new Capture.Nvtx("prefill"), MARKED, ENDS.toString(), "normally");

        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        assertEquals(Map.of("prefill", 1L), ranges());
        assertEquals("the first, cold occurrence of 'prefill': no other came", covers());
    }

    @Test
    void aProgramWithoutAWindowIsRecordedWhole() throws IOException {
        Outcome outcome = nsys(new Capture.Nvtx("window"), MARKED, ENDS.toString(), "normally");

        assertInstanceOf(Outcome.Done.class, outcome, outcome::toString);
        assertEquals(Map.of("prefill", 1L, "decode", 3L), ranges());
        assertEquals(
                "the whole run: its window never opened (capture.warmup=0 takes an only request)",
                covers());
    }

    /// Nothing is launched here, so the device and the tool only write down who called them.
    @Test
    void rangesOpenAndCloseWhenTheDeviceIsDone() throws IOException {
        assertEquals(
                """
                wait, open prefill.warmup, forward, wait, close
                wait, open decode.warmup, forward, wait, close
                wait, open window, wait, open prefill, forward, wait, close
                wait, open decode, forward, wait, close
                wait, end window
                """,
                called(true));
        assertEquals(
                """
                wait, open prefill, forward, wait, close
                wait, open decode, forward, wait, close
                wait, open window, wait, open prefill, forward, wait, close
                wait, open decode, forward, wait, close
                wait, end window
                """,
                called(false));
    }

    private String called(boolean gated) throws IOException {
        Workload workload = workload(MARKED, ENDS.resolveSibling("device_order.py").toString());
        Workloads.prepare(workload, Purpose.NSYS, run, gated);
        Path log = run.resolve("calls.log");
        processes.run(
                Workloads.command(workload, Purpose.NSYS, run),
                log,
                Processes.Limits.of(Duration.ofMinutes(2)));
        return Files.readString(log);
    }

    private String covers() throws IOException {
        return new JsonMapper()
                .readTree(Files.readString(run.resolve("nsys/captures.json")))
                .path(0)
                .path("covers")
                .asText();
    }

    @Test
    void everyForwardIsARangeAndTheExitCodeIsTheProgramsOwn() throws IOException {
        Outcome outcome = nsys(new Capture.WholeRun(), MARKED, ENDS.toString(), "sys.exit");

        var degraded = assertInstanceOf(Outcome.Degraded.class, outcome, outcome::toString);
        assertTrue(degraded.problems().getFirst().what().contains("exit code 5"));
        assertEquals(Map.of("prefill", 1L, "decode", 3L), ranges());
    }

    @Test
    void withoutMarksTheProgramIsLeftAlone() throws IOException {
        nsys(new Capture.WholeRun(), Optional.empty(), ENDS.toString(), "normally");

        assertEquals(Map.of(), ranges());
        assertFalse(Files.exists(run.resolve("tmp/workload/hook")));
        assertFalse(Files.readString(run.resolve("nsys/cmd.txt")).contains("LLMPROF_HOOK"));
    }

    @Test
    void ncuHearsTheProgramToo() throws IOException {
        RealTool.ncu();
        Workload workload = workload(MARKED, GENERATE.toString());
        Workloads.prepare(workload, Purpose.NCU, run);
        Command program = Workloads.command(workload, Purpose.NCU, run);
        List<String> argv =
                Stream.concat(
                                Stream.of(
                                        "ncu",
                                        "--target-processes",
                                        "all",
                                        "--nvtx",
                                        "--nvtx-include",
                                        "decode/"),
                                program.argv().stream())
                        .toList();
        Path log = run.resolve("ncu.log");

        Ended ended =
                processes.run(
                        new Command(argv, program.environment(), program.directory()),
                        log,
                        Processes.Limits.of(Duration.ofMinutes(2)));

        // ncu loads itself into a program without CUDA only when somebody speaks NVTX there.
        String text = Files.readString(log);
        assertTrue(text.contains("==PROF== Connected to process"), text);
        assertTrue(text.contains("prompt 48 tokens, answer 24 tokens\n"), text);
        assertTrue(ended instanceof Ended.Exited(int code, _) && code == 0, ended::toString);
    }

    private Outcome nsys(Capture capture, Optional<Marks> marks, String... arguments)
            throws IOException {
        RealTool.nsys();
        var recording =
                new Nsys.Settings(
                        "nvtx",
                        "none",
                        "none",
                        Optional.empty(),
                        capture,
                        Optional.of("stop"),
                        new Nsys.Domains.All());
        Path stage = Files.createDirectories(run.resolve("nsys"));
        return new NsysStage(
                        new NsysSettings(recording, List.of(), false, false, Duration.ofMinutes(3)),
                        workload(marks, arguments),
                        new TraceReading(),
                        processes,
                        System.getenv())
                .run(new Workspace(run, stage, processes, InstantSource.system(), List.of()));
    }

    private static Workload workload(Optional<Marks> marks, String... arguments) {
        List<String> argv = Stream.concat(Stream.of(python), Stream.of(arguments)).toList();
        return new Workload.Command(
                argv, new Surroundings(Map.of(), Optional.empty(), marks, RankLaunch.NONE));
    }

    private Map<String, Long> ranges() {
        return new TraceReading().rangesSeen(run.resolve("nsys/run.sqlite"));
    }
}
