package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.app.Wiring;
import dev.llmprof.cli.CommandWords;
import dev.llmprof.cli.Front;
import dev.llmprof.cli.RunCommand;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.pipeline.RunLock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a user can get wrong about `llmprof run`, and what is said about it.
class RunMistakesTest {
    @TempDir private Path directory;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--dryrun | unknown option '--dryrun'",
                "+pipeline.nvml.enable=true -- true | there is no stage 'nvml'",
                "+pipeline.nssys.enable=true -- true | did you mean pipeline.nsys?",
                "-- | there is no program after --",
                "pipeline.nsys.enable=perhaps -- true | must be true or false",
                "pipeline.nsys.enable=true pipeline.nsys.trace= -- true | pipeline.nsys.trace is"
                        + " empty",
                "pipeline.nsys.timeout=-5m pipeline.nsys.enable=true -- true |"
                        + " pipeline.nsys.timeout",
                "pipeline.nsys.timeout=0s pipeline.nsys.enable=true -- true | every program would"
                        + " be stopped at once",
                "pipeline.ncu.timeout=0s pipeline.ncu.enable=true -- true | pipeline.ncu.timeout is"
                        + " 0",
                "run.top_n_kernels=0 -- true | run.top_n_kernels",
                "run.representative_max_new_tokens=0 -- true | run.representative_max_new_tokens",
                "capture.steps=0 -- true | capture.steps",
                "capture.start=later -- true | capture.start",
                "capture.max_bytes=many -- true | capture.max_bytes",
                "capture.max_bytes=0 -- true | fix  capture.max_bytes=64MB",
                "capture.duration=0s -- true | capture.duration is 0: nothing would be recorded",
                "capture.duration=-1s -- true | must be a duration such as 30m",
                "capture.warmup=-1 -- true | fix  capture.warmup=0",
                "capture.after=exit -- true | must be one of continue, stop",
                "capture.bare=maybe -- true | must be one of auto, on, off",
                "capture.start=signal | capture.start=signal needs a program of your own",
                "capture.delay=5s | capture.delay needs a program of your own",
                "workload.cwd=/no/such/place -- true | workload.cwd is not a directory",
                "workload=python_module | workload.module has no value yet",
                "device=cuda:x -- true | device is 'cuda:x'",
                "+stage1_runner.device=cuda:0 -- true | stage1_runner is not a known key",
                "+modell=tiny -- true | did you mean model?",
                "model.dtype=fp99 | model.dtype is 'fp99'",
                "model=llama model.path=DIR | the folder DIR has no config.json, so it is not a"
                        + " model folder",
                "model=llama model.path=DIR/none | there is no model folder DIR/none",
                "dataset.root=src dataset.subset_filelist=none.txt | cannot read the file list",
                "dataset.root=src dataset.subset_filelist=pom.xml | files of the list are not"
                        + " there",
                "--resume DIR | not a run directory",
                "--resume DIR -m | not a sweep that -m can continue",
                "hydra.run.dir= -- /bin/true | a run needs a directory of its own",
                "hydra.run.dir=. -- /bin/true | a run needs a directory of its own",
                "hydra.run.dir=/ -- /bin/true | a run needs a directory of its own",
                "hydra.run.dir=/etc/passwd/x -- /bin/true | a file of that name exists:"
                        + " /etc/passwd",
                "--config-path DIR/none | the config directory 'DIR/none' exists",
                "--config-dir DIR/none | Additional config directory 'DIR/none' not found",
                "--config-path DIR | Cannot find primary config 'config'",
                "pipeline.nsys.enable=yes -- true | fix  pipeline.nsys.enable=true",
                "pipeline.nsys.enable=Off -- true | fix  pipeline.nsys.enable=false",
                "-- ./nosuch | at   override '-- ./nosuch …'"
            })
    void exitsTwoAndMakesNothing(String words, String said) {
        int code = run(words.replace("DIR", directory.toString()).split(" "));

        assertEquals(ExitCode.WRONG_INPUT, code, text(err));
        assertTrue(text(err).contains(said.replace("DIR", directory.toString())), text(err));
        assertFalse(text(err).contains("\tat "), text(err));
        assertFalse(Files.exists(directory.resolve("run")));
    }

    @Test
    void mistakenKeysChoicesAndValuesAreToldTogether() {
        int code =
                run(
                        "pipeline.nsys.enable=yes",
                        "gpu=h100",
                        "model=tinny",
                        "model.nothing=1",
                        "capture.steps=0",
                        "--",
                        "/bin/true");

        assertEquals(ExitCode.WRONG_INPUT, code);
        assertEquals(
                """
                4 problems; nothing was started
                at   override 'gpu=h100'
                at   override 'model=tinny'
                at   override 'capture.steps=0'
                at   override 'pipeline.nsys.enable=yes'
                """,
                text(err)
                        .lines()
                        .map(String::strip)
                        .filter(line -> line.contains("problems;") || line.startsWith("at "))
                        .collect(Collectors.joining("\n", "", "\n")));
    }

    @Test
    void aToolThatIsMissingIsSaidBeforeTheStagesAheadOfItRun() {
        int code =
                run(
                        "pipeline.direct_inference.enable=true",
                        "pipeline.nsys.enable=true",
                        "--",
                        "/bin/true");

        assertEquals(ExitCode.STAGE_FAILED, code);
        String said = text(err);
        assertTrue(said.indexOf("nsys is not installed") < said.indexOf("1/2 direct"), said);
        assertTrue(said.contains("2/2 nsys               ✗"), said);
    }

    @Test
    void aRunThatIsAtWorkIsNotResumed() {
        assertEquals(ExitCode.OK, run("--", "/bin/true"), text(err));

        try (RunLock _ = RunLock.take(directory.resolve("run"))) {
            assertEquals(
                    ExitCode.WRONG_INPUT,
                    front("run", "--resume", directory.resolve("run").toString()));
        }
        assertTrue(text(err).contains("another llmprof is running here"), text(err));
        assertEquals(ExitCode.OK, front("run", "--resume", directory.resolve("run").toString()));
        assertFalse(Files.exists(directory.resolve("run/.lock")));
        assertFalse(Files.exists(directory.resolve("run/.reserve")));
    }

    @Test
    void otherKeysThanAStagesOwnMakeAnotherRun() {
        assertEquals(ExitCode.OK, run("--", "/bin/true"), text(err));

        assertEquals(ExitCode.WRONG_INPUT, again("device=cpu"));
        assertTrue(text(err).contains("the run was made with other values of device"), text(err));
        assertEquals(ExitCode.WRONG_INPUT, again("--", "/bin/false"));
        assertTrue(text(err).contains("other values of workload"), text(err));
    }

    @Test
    void aStageWhoseOwnKeysAreOthersIsDoneAgain() {
        assertEquals(
                ExitCode.OK,
                run("pipeline.direct_inference.enable=true", "--", "/bin/true"),
                text(err));
        assertEquals(ExitCode.OK, again("pipeline.ncu.timeout=5m"), text(err));
        assertTrue(text(err).contains("direct inference   –  done before"), text(err));

        err.reset();
        assertEquals(ExitCode.OK, again("pipeline.direct_inference.timeout=5m"), text(err));
        assertTrue(text(err).contains("1/1 direct inference   ✓"), text(err));
    }

    private int again(String... words) {
        var all = new ArrayList<>(List.of("run", "--resume", directory.resolve("run").toString()));
        all.addAll(List.of(words));
        return front(all.toArray(String[]::new));
    }

    private int run(String... words) {
        var all = new ArrayList<>(List.of("run"));
        if (!List.of(words).contains("--resume")) {
            all.add("hydra.run.dir=" + directory.resolve("run"));
            all.add("pipeline.static_analysis.enable=false");
            all.add("pipeline.torch_profiler.enable=false");
            all.add("pipeline.conditions.enable=false");
        }
        all.addAll(List.of(words));
        return front(all.toArray(String[]::new));
    }

    private int front(String... words) {
        var console = Console.of(stream(out), stream(err), Map.of(), Console.Volume.NORMAL);
        var environment = new HashMap<>(System.getenv());
        environment.put("PATH", directory.resolve("no-tools").toString());
        return Front.run(
                CommandWords.of(List.of(words)),
                Map.of(
                        "run",
                        () ->
                                new RunCommand(
                                        new Runs(
                                                        console,
                                                        environment,
                                                        Wiring.stages(),
                                                        Wiring.launchers(),
                                                        List.of())
                                                ::run,
                                        RunCommand.Repeats.NONE,
                                        RunCommand.HelpLists.NONE)),
                console);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
