package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.console.ExitCode;
import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.pipeline.ManifestFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `--resume` of runs and sweeps that were killed, in processes of their own.
class ResumedRunIT {
    @TempDir private Path directory;

    @Test
    void anotherDirectorysProgramIsNotTakenForTheRuns() throws Exception {
        Path first = program("A", "touch started; exit 3");
        program("B", "touch started; exit 0");
        assertEquals(ExitCode.STAGE_FAILED, in("A", run("./prog")).exit());

        Llmprof second = in("B", List.of("run", "--resume", "" + run()));

        assertEquals(ExitCode.WRONG_INPUT, second.exit());
        assertEquals(
                """
                error: the run was started in another directory
                  at   %s
                  fix  cd %s && llmprof run --resume %s
                """
                        .formatted(first.getParent(), first.getParent(), run()),
                second.errors());
        assertFalse(Files.exists(directory.resolve("B/started")));
    }

    @Test
    void aProgramThatHasChangedIsRefusedWhereAStageIsKept() throws Exception {
        Path program = program("A", "exit 0");
        assertEquals(ExitCode.OK, in("A", run("./prog")).exit());
        write(program, "exit 1");

        Llmprof second = in("A", List.of("run", "--resume", "" + run()));

        assertEquals(ExitCode.WRONG_INPUT, second.exit());
        assertTrue(
                second.errors()
                        .startsWith("error: the program has changed since the run began: ./prog\n"),
                second.errors());
    }

    @Test
    void aSecretThatWasNotWrittenDownIsAskedFor() throws Exception {
        failedWithSecrets();

        Llmprof without = in("A", List.of("run", "--resume", "" + run()));
        Llmprof onlyOne =
                in("A", List.of("run", "--resume", "" + run(), "+workload.env.API_KEY=zKeyTyped"));

        assertEquals(ExitCode.WRONG_INPUT, without.exit());
        assertEquals(
                """
                error: not saved, since secret: +workload.env.API_KEY
                  at   manifest.json: ./prog --password=(hidden) plain
                  fix  type it again: llmprof run --resume %s +workload.env.API_KEY=… -- ./prog …
                """
                        .formatted(run()),
                without.errors());
        assertEquals(ExitCode.WRONG_INPUT, onlyOne.exit());
        assertEquals(
                """
                error: a secret among the program's words was not saved
                  at   manifest.json: ./prog --password=(hidden) plain
                  fix  type it again: llmprof run --resume %s +workload.env.API_KEY=… -- ./prog …
                """
                        .formatted(run()),
                onlyOne.errors());
        assertEquals(List.of("zKeyTyped --password=zWordTyped plain"), seen());
    }

    @Test
    void aSecretThatIsTypedAgainReachesTheProgramAndNoFile() throws Exception {
        failedWithSecrets();
        Files.createFile(directory.resolve("A/mended"));

        Llmprof second =
                in(
                        "A",
                        List.of(
                                "run",
                                "--resume",
                                "" + run(),
                                "+workload.env.API_KEY=zKeyTyped",
                                "--",
                                "./prog",
                                "--password=zWordTyped",
                                "plain"));

        assertEquals(ExitCode.OK, second.exit(), second.errors());
        assertEquals(
                List.of(
                        "zKeyTyped --password=zWordTyped plain",
                        "zKeyTyped --password=zWordTyped plain"),
                seen());
        assertEquals(List.of(), filesWith("zKeyTyped"));
        assertEquals(List.of(), filesWith("zWordTyped"));
    }

    @Test
    void aVariableThatWasNotWrittenDownIsTakenFromTheEnvironment() throws Exception {
        failedWithSecrets();
        Files.createFile(directory.resolve("A/mended"));

        Llmprof second =
                Llmprof.start(
                        directory,
                        List.of("env", "-C", "" + directory.resolve("A"), "API_KEY=zKeyTyped"),
                        List.of(
                                "run",
                                "--resume",
                                "" + run(),
                                "--",
                                "./prog",
                                "--password=zNew",
                                "plain"));

        assertEquals(ExitCode.OK, second.exit(), second.errors());
        assertEquals("zKeyTyped --password=zNew plain", seen().getLast());
    }

    @Test
    void anotherProgramInPlaceOfTheRunsIsRefused() throws Exception {
        failedWithSecrets();
        write(directory.resolve("A/other"), "touch started");

        Llmprof second =
                in(
                        "A",
                        List.of(
                                "run",
                                "--resume",
                                "" + run(),
                                "+workload.env.API_KEY=zKeyTyped",
                                "--",
                                "./other",
                                "--password=zWordTyped"));

        assertEquals(ExitCode.WRONG_INPUT, second.exit(), second.errors());
        assertFalse(Files.exists(directory.resolve("A/started")));
    }

    private void failedWithSecrets() throws Exception {
        program("A", "echo \"$API_KEY\" \"$@\" >> seen; [ -e mended ]");
        var words = new ArrayList<>(run("./prog"));
        words.add(1, "+workload.env.API_KEY=zKeyTyped");
        words.addAll(List.of("--password=zWordTyped", "plain"));
        assertEquals(ExitCode.STAGE_FAILED, in("A", words).exit());
    }

    private List<String> seen() throws IOException {
        return Files.readAllLines(directory.resolve("A/seen"));
    }

    private List<Path> filesWith(String word) throws IOException {
        try (var files = Files.walk(run())) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> text(file).contains(word))
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aSweepThatWasKilledGoesOnAndDoesNothingTwice() throws Exception {
        Path log = directory.resolve("log");
        program(
                "A",
                "echo $1 >> '"
                        + log
                        + "'; [ $(wc -l < '"
                        + log
                        + "') != 3 ] || { touch stop; sleep 1000; }");
        Llmprof first = in("A", sweep());
        first.await(() -> Files.exists(directory.resolve("A/stop")));
        first.process().destroyForcibly().waitFor();

        Llmprof second = in("A", List.of("run", "--resume", "" + directory.resolve("sweep")));

        assertEquals(ExitCode.OK, second.exit(), second.errors());
        assertEquals(List.of("1", "2", "3", "3", "4", "5"), Files.readAllLines(log));
        for (int job = 0; job < 5; job++) {
            assertEquals(
                    Verdict.DONE, ManifestFile.read(directory.resolve("sweep/" + job)).outcome());
        }
    }

    private List<String> run(String program) {
        var words = new ArrayList<>(List.of("run", "hydra.run.dir=" + run()));
        words.addAll(QUICK);
        words.addAll(List.of("--", program));
        return words;
    }

    /// The job's own number reaches the program by its environment.
    private List<String> sweep() {
        var words = new ArrayList<>(List.of("run", "-m"));
        words.addAll(QUICK);
        words.addAll(
                List.of(
                        "hydra.sweep.dir=" + directory.resolve("sweep"),
                        "hydra.sweep.subdir=${hydra.job.num}",
                        "workload=command",
                        "workload.argv=[./prog,1],[./prog,2],[./prog,3],[./prog,4],[./prog,5]"));
        return words;
    }

    private static final List<String> QUICK =
            List.of(
                    "pipeline.static_analysis.enable=false",
                    "pipeline.torch_profiler.enable=false",
                    "pipeline.direct_inference.enable=true");

    private Path program(String folder, String script) throws IOException {
        Path file = Files.createDirectories(directory.resolve(folder)).resolve("prog");
        return write(file, script);
    }

    private static Path write(Path file, String script) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertTrue(file.toFile().setExecutable(true));
        return file;
    }

    private Llmprof in(String folder, List<String> words) throws IOException {
        return Llmprof.start(
                directory, List.of("env", "-C", "" + directory.resolve(folder)), words);
    }

    private Path run() {
        return directory.resolve("run");
    }
}
