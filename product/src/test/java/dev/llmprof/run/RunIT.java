package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.app.PluginLists;
import dev.llmprof.app.Wiring;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.pipeline.Manifest;
import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.process.Survivors;
import dev.llmprof.run.RunRequest.Source;
import dev.llmprof.testing.RealTool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The whole of `llmprof run` around a program, with the real tools and no GPU.
class RunIT {
    @TempDir private Path directory;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void needsTheTools() {
        RealTool.nsys();
        RealTool.ncu();
    }

    @ParameterizedTest
    @CsvSource({
        "false, false, false, 0",
        "true, false, false, 0",
        "false, true, false, 0",
        "false, false, true, 1",
        "false, true, true, 1",
        "true, true, false, 0"
    })
    void everyToggleWorksAloneAndWithOthers(
            boolean statics, boolean nsys, boolean ncu, int exitCode) throws IOException {
        int code =
                run(
                        Optional.empty(),
                        List.of("sh", "-c", "exit 0"),
                        "pipeline.static_analysis.enable=" + statics,
                        "pipeline.nsys.enable=" + nsys,
                        "pipeline.nsys.capture_range=none",
                        "pipeline.ncu.enable=" + ncu);

        assertEquals(exitCode, code, err::toString);
        Path run = directory.resolve("run");
        for (String file :
                List.of(
                        "manifest.json",
                        "config.yaml",
                        "overrides.yaml",
                        "env.json",
                        "inputs.yaml")) {
            assertTrue(Files.size(run.resolve(file)) > 0, file);
        }
        assertEquals(Set.of(), ManifestSchema.violations(run));
        assertEquals(statics, Files.exists(run.resolve("static_analysis")));
        assertEquals(nsys, Files.exists(run.resolve("nsys/cmd.txt")));
        assertEquals(nsys, Files.exists(run.resolve("nsys/run.sqlite")));
        assertEquals(ncu, Files.exists(run.resolve("ncu/cmd.txt")));
        assertEquals(ncu, Files.exists(run.resolve("ncu")));
    }

    @Test
    void aMistakeStartsNothing() throws IOException {
        var problems =
                assertThrows(
                        Problem.Found.class,
                        () ->
                                run(
                                        Optional.empty(),
                                        List.of("sh", "-c", "echo started >" + directory + "/mark"),
                                        "pipeline.nsys.enable=true",
                                        "pipeline.nsys.nvtx_capture=null"));

        assertEquals(1, problems.problems().size());
        assertFalse(Files.exists(directory.resolve("mark")));
        assertFalse(Files.exists(directory.resolve("run")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "./nosuch | there is no program './nosuch'",
                "nosuch | there is no program 'nosuch' on the PATH",
                "/etc/passwd | '/etc/passwd' is not executable",
                "/etc | '/etc' is a directory, not a program"
            })
    void aProgramThatCannotBeStartedStartsNothing(String program, String what) {
        var found =
                assertThrows(
                        Problem.Found.class,
                        () -> run(Optional.empty(), List.of(program), "pipeline.nsys.enable=true"));

        assertEquals(what, found.problems().getFirst().what());
        assertFalse(Files.exists(directory.resolve("run")));
    }

    @Test
    void goesOnWithWhatARunLacks() throws IOException {
        List<String> program = List.of("sh", "-c", "exit 0");
        int first =
                run(
                        Optional.empty(),
                        program,
                        "pipeline.static_analysis.enable=false",
                        "pipeline.nsys.enable=true",
                        "pipeline.nsys.capture_range=none",
                        "pipeline.ncu.enable=true");
        Path run = directory.resolve("run");
        Manifest before = ManifestFile.read(run);

        int second = run(Optional.of(run), List.of(), "pipeline.ncu.enable=false");

        assertEquals(List.of(ExitCode.STAGE_FAILED, ExitCode.OK), List.of(first, second));
        Manifest after = ManifestFile.read(run);
        assertEquals(before.stage("nsys"), after.stage("nsys"));
        assertEquals(Verdict.FAILED, before.stage("ncu").orElseThrow().outcome());
        assertEquals(Verdict.SKIPPED, after.stage("ncu").orElseThrow().outcome());
        assertTrue(after.command().containsAll(program), after.command()::toString);
    }

    @Test
    void aDryRunPrintsTheCommandLinesAndMakesNothing() throws IOException {
        Path program = Files.writeString(directory.resolve("a b"), "#!/bin/sh\n");
        assertTrue(program.toFile().setExecutable(true));

        assertEquals(ExitCode.OK, dryRun(program.toString()));

        String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(text.contains("nsys profile --trace=cuda,nvtx,osrt"), text);
        assertTrue(text.contains("'" + program + "'"), text);
        assertTrue(text.contains("#   nsys covers the window of warm requests or steps\n"), text);
        assertFalse(Files.exists(directory.resolve("run")));
    }

    @Test
    void aDryRunRefusesWhatTheRunWouldRefuse() {
        var refused = assertThrows(Problem.Found.class, () -> dryRun("./a b"));

        assertEquals("there is no program './a b'", refused.problems().getFirst().what());
    }

    private int dryRun(String program) {
        return new Runs(
                        console(),
                        System.getenv(),
                        Wiring.stages(),
                        Wiring.launchers(),
                        PluginLists.SHIPPED.afterRun())
                .run(asked(Optional.empty(), List.of(program), true, "pipeline.nsys.enable=true"));
    }

    @Test
    void aSweepRunsOnceForEachValue() throws IOException {
        var asked =
                new RunRequest(
                        List.of(
                                "pipeline.static_analysis.enable=false",
                                "pipeline.torch_profiler.enable=false",
                                "run.top_n_kernels=1,2",
                                "hydra.sweep.dir=" + directory.resolve("sweep")),
                        List.of("true"),
                        Source.SHIPPED,
                        Optional.empty(),
                        false,
                        true,
                        false);

        int code =
                new Runs(console(), System.getenv(), Wiring.stages(), Wiring.launchers(), List.of())
                        .run(asked);

        assertEquals(ExitCode.OK, code, err::toString);
        assertTrue(Files.exists(directory.resolve("sweep/0/manifest.json")), err::toString);
        assertTrue(Files.exists(directory.resolve("sweep/1/manifest.json")), err::toString);
        assertEquals(Set.of(), Survivors.mentioning(directory.toString()));
    }

    private int run(Optional<Path> resume, List<String> program, String... overrides) {
        return new Runs(
                        console(),
                        System.getenv(),
                        Wiring.stages(),
                        Wiring.launchers(),
                        PluginLists.SHIPPED.afterRun())
                .run(asked(resume, program, false, overrides));
    }

    private RunRequest asked(
            Optional<Path> resume, List<String> program, boolean dryRun, String... overrides) {
        var words = new ArrayList<>(List.of(overrides));
        if (resume.isEmpty()) {
            words.add("pipeline.torch_profiler.enable=false");
            words.add("hydra.run.dir=" + directory.resolve("run"));
        }
        return new RunRequest(words, program, Source.SHIPPED, resume, dryRun, false, false);
    }

    private Console console() {
        return Console.of(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Map.of(),
                Console.Volume.NORMAL);
    }
}
