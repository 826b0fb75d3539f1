package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.analysis.rank.GeneratedRanks;
import dev.llmprof.console.ExitCode;
import dev.llmprof.pipeline.ManifestFile;
import dev.llmprof.testing.RealTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sweeps and ranks on a real Slurm of four nodes.
class SlurmSweepIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> QUICK =
            List.of(
                    "pipeline.torch_profiler.enable=false",
                    "pipeline.static_analysis.enable=false",
                    "pipeline.direct_inference.enable=true");

    @TempDir Path scratch;

    @BeforeEach
    void slurm() throws IOException {
        RealTool.slurm(4);
        Path program = scratch.resolve("home/llmprof");
        Files.createDirectories(scratch.resolve("home"));
        String java =
                Llmprof.java().stream()
                        .map(word -> "'" + word + "'")
                        .collect(Collectors.joining(" "));
        // The second share fails while there is a file.
        String fails =
                "case \"$*\" in *'--reduce 2/'*) test ! -e "
                        + scratch.resolve("broken")
                        + " || exit 7 ;; esac\n";
        Files.writeString(program, "#!/bin/sh\n" + fails + "exec " + java + " \"$@\"\n");
        assertTrue(program.toFile().setExecutable(true));
    }

    private Llmprof run(List<String> words) throws IOException {
        return Llmprof.start(
                scratch,
                List.of("env", "JAVA_TOOL_OPTIONS=-Dllmprof.home=" + scratch.resolve("home")),
                words);
    }

    /// The job with N=2 fails until there is a file.
    private List<String> sweep(String launcher, Path directory) {
        var words =
                new ArrayList<>(
                        List.of(
                                "run",
                                "-m",
                                "hydra/launcher=" + launcher,
                                "hydra.sweep.dir=" + directory,
                                "+workload.env.N=0,1,2,3"));
        words.addAll(QUICK);
        words.addAll(
                List.of(
                        "--",
                        "sh",
                        "-c",
                        "echo \"$N\"; test \"$N\" != 2 || test -e " + scratch.resolve("mended")));
        return words;
    }

    @Test
    void aSweepLeavesWhatTheLocalLauncherLeavesAndOnlyTheFailedJobIsSubmittedAgain()
            throws IOException, InterruptedException {
        Path there = scratch.resolve("there");
        Path here = scratch.resolve("here");
        Llmprof onSlurm = run(sweep("slurm", there));
        Llmprof local = run(sweep("local", here));
        assertEquals(1, local.exit(), local.errors());
        assertEquals(1, onSlurm.exit(), onSlurm.errors());
        assertTrue(onSlurm.errors().contains("job 2 failed: exit 1 on n"), onSlurm.errors());
        for (int job = 0; job < 4; job++) {
            assertEquals(
                    outcome(here.resolve("" + job)), outcome(there.resolve("" + job)), "" + job);
            assertEquals(
                    jobFiles(here.resolve("" + job)), jobFiles(there.resolve("" + job)), "" + job);
        }

        Files.createFile(scratch.resolve("mended"));
        Llmprof again = run(List.of("run", "-m", "--resume", there.toString()));
        assertEquals(0, again.exit(), again.errors());
        List<List<Integer>> submitted = new ArrayList<>();
        for (JsonNode array : json(there.resolve(".slurm/sweep.json")).path("arrays")) {
            List<Integer> tasks = new ArrayList<>();
            array.path("tasks").forEach(task -> tasks.add(task.asInt()));
            submitted.add(tasks);
        }
        assertEquals(List.of(List.of(0, 1, 2, 3), List.of(2)), submitted);

        Llmprof status = run(List.of("sweep", "status", there.toString(), "--json"));
        assertEquals(0, status.exit(), status.errors());
        JsonNode told = JSON.readTree(status.output());
        assertTrue(told.path("over").asBoolean(), status.output());
        assertEquals(4, told.path("jobs").findValuesAsText("state").size());
        assertEquals(
                new TreeSet<>(List.of("done")),
                new TreeSet<>(told.path("jobs").findValuesAsText("state")));
    }

    @Test
    void eightRanksOfSrunLeaveEightCapturesAndTheirFacts()
            throws IOException, InterruptedException {
        Path python = RealTool.pythonWithTorch();
        Path program = scratch.resolve("ranks.py");
        Files.writeString(
                program,
                """
                import torch

                layer = torch.nn.Linear(8, 8)
                for _ in range(3):
                    layer(torch.ones(2, 8))
                """);
        Path run = scratch.resolve("run");
        Llmprof ranks =
                run(
                        List.of(
                                "run",
                                "hydra.run.dir=" + run,
                                "pipeline.static_analysis.enable=false",
                                "workload.launch.kind=srun",
                                "workload.launch.args=[-N4,-n8]",
                                "--",
                                python.toString(),
                                program.toString()));
        assertEquals(0, ranks.exit(), ranks.errors());
        JsonNode facts = json(run.resolve("torch_profiler/ranks.json")).path("ranks");
        assertEquals(8, facts.size(), facts.toString());
        SortedSet<String> nodes = new TreeSet<>();
        for (int rank = 0; rank < 8; rank++) {
            JsonNode each = facts.get(rank);
            assertEquals(rank, each.path("rank").asInt());
            assertEquals("trace.rank" + rank + ".json.gz", each.path("file").asText());
            assertTrue(
                    Files.exists(
                            run.resolve("torch_profiler").resolve(each.path("file").asText())));
            for (String clock : List.of("realtime_ns", "monotonic_ns")) {
                assertTrue(
                        each.path("began").path(clock).asLong()
                                < each.path("ended").path(clock).asLong(),
                        each.toString());
            }
            nodes.add(each.path("node").asText());
        }
        assertEquals(
                new TreeSet<>(IntStream.rangeClosed(1, 4).mapToObj(each -> "n" + each).toList()),
                nodes);
    }

    @Test
    void ranksReducedAsAnArrayAndMergedBehindItGiveTheBytesOfOneProcess()
            throws IOException, InterruptedException {
        Path traces = Files.createDirectories(scratch.resolve("traces"));
        var ranks = new GeneratedRanks(5);
        for (int step = 0; step < 12; step++) {
            ranks.everybodyComputes(100_000)
                    .compute(2, "attention", 30_000)
                    .collective("AllReduce", "tp", 64, 0, 1, 2, 3, 4);
        }
        for (int rank = 0; rank < 5; rank++) {
            Files.writeString(traces.resolve("rank" + rank + ".json"), ranks.json(rank));
        }
        Path there = scratch.resolve("there");
        Llmprof onSlurm = run(onSlurm(traces, there));
        Llmprof reduced = run(analyze(traces, "--reduce", "1/1", "-o", scratch.resolve("part")));
        assertEquals(0, reduced.exit(), reduced.errors());
        Path here = scratch.resolve("here");
        Llmprof merged = run(analyze(scratch.resolve("part"), "--merge", "-o", here));
        assertEquals(0, merged.exit(), merged.errors());
        assertEquals(0, onSlurm.exit(), onSlurm.errors());
        assertEquals(merged.output(), onSlurm.output());
        SortedSet<String> files = files(there);
        files.removeIf(name -> name.startsWith(".slurm/"));
        assertEquals(files(here), files);
        for (String name : files) {
            assertEquals(-1, Files.mismatch(here.resolve(name), there.resolve(name)), name);
        }

        // Ctrl-C stops the waiting and no job.
        Path left = scratch.resolve("left");
        Llmprof waiting = run(onSlurm(traces, left));
        waiting.await(() -> says(waiting, "shares reduced"));
        waiting.interrupt();
        assertEquals(ExitCode.INTERRUPTED, waiting.exit(), waiting.errors());
        assertTrue(waiting.errors().contains("the jobs go on"), waiting.errors());
        for (int look = 0; look < 600 && !Files.exists(left.resolve("report.html")); look++) {
            Thread.sleep(100);
        }
        assertTrue(Files.exists(left.resolve("report.html")));

        Files.createFile(scratch.resolve("broken"));
        Llmprof failing = run(onSlurm(traces, scratch.resolve("failing")));
        assertEquals(1, failing.exit(), failing.errors());
        assertTrue(failing.errors().contains("no part came of share 2/3"), failing.errors());
        assertFalse(Files.exists(scratch.resolve("failing/report.html")));
    }

    private static boolean says(Llmprof run, String word) {
        try {
            return run.errors().contains(word);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> onSlurm(Path traces, Path output) {
        return analyze(traces, "--launcher", "slurm", "--shares", "3", "-o", output);
    }

    private static List<String> analyze(Object... words) {
        return Stream.concat(Stream.of("analyze"), Stream.of(words).map(Object::toString)).toList();
    }

    private static String outcome(Path run) {
        return ManifestFile.read(run).outcome().word();
    }

    /// Without the findings about its conditions: a busy host is the job's own luck.
    private static SortedSet<String> jobFiles(Path run) throws IOException {
        SortedSet<String> files = files(run);
        files.removeAll(List.of("csv/lint.csv", "tables/lint.parquet"));
        return files;
    }

    private static SortedSet<String> files(Path directory) throws IOException {
        try (var all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> directory.relativize(file).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static JsonNode json(Path file) throws IOException {
        return JSON.readTree(file.toFile());
    }
}
