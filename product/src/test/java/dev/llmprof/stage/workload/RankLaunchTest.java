package dev.llmprof.stage.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.process.Command;
import dev.llmprof.stage.workload.Workload.Purpose;
import dev.llmprof.stage.workload.Workload.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankLaunchTest {
    private static final Path RUN = Path.of("/runs/1");

    @TempDir Path scratch;

    private static Workload ranked(RankLaunch.Kind kind, String... arguments) {
        return new Workload.Command(
                List.of("python", "x.py"),
                new Surroundings(
                        Map.of(),
                        Optional.empty(),
                        Optional.empty(),
                        new RankLaunch(kind, "0,8-15", List.of(arguments))));
    }

    @Test
    void everyRankOfSrunHasAProfilerOfItsOwn() {
        Workload workload = ranked(RankLaunch.Kind.SRUN, "-N4", "-n8");
        Command profiled =
                Workloads.program(workload, Purpose.NSYS, RUN).under(List.of("nsys", "profile"));
        assertEquals(
                List.of(
                        "srun",
                        "-N4",
                        "-n8",
                        "/bin/bash",
                        "/runs/1/tmp/workload/rank.sh",
                        "/runs/1/tmp/workload/ranks",
                        "0,8-15",
                        "2",
                        "nsys",
                        "profile",
                        "python",
                        "x.py"),
                Workloads.launched(workload, Purpose.NSYS, RUN, profiled).argv());
    }

    @Test
    void torchrunStartsAnyProgram() {
        assertEquals(
                List.of(
                        "torchrun",
                        "--nproc-per-node",
                        "4",
                        "--no-python",
                        "/bin/bash",
                        "/runs/1/tmp/torch_profiler/rank.sh",
                        "/runs/1/tmp/torch_profiler/ranks",
                        "0,8-15",
                        "0",
                        "python",
                        "x.py"),
                Workloads.command(
                                ranked(RankLaunch.Kind.TORCHRUN, "--nproc-per-node", "4"),
                                Purpose.TORCH,
                                RUN)
                        .argv());
    }

    /// What the script makes of `env A=1` in front of a program that shows its environment.
    private String said(String ranks, Map<String, String> rank)
            throws IOException, InterruptedException {
        new RankLaunch(RankLaunch.Kind.SRUN, ranks, List.of()).prepare(scratch);
        var argv =
                new ArrayList<>(
                        List.of(
                                "/bin/bash",
                                scratch.resolve("rank.sh").toString(),
                                scratch.resolve("ranks").toString(),
                                ranks,
                                "2"));
        argv.addAll(List.of("env", "PROFILED=1"));
        argv.addAll(
                List.of(
                        "sh",
                        "-c",
                        "echo profiled=$PROFILED hook=$LLMPROF_HOOK $LLMPROF_RANK; exit 3"));
        var builder = new ProcessBuilder(argv).redirectErrorStream(true);
        builder.environment().put("LLMPROF_HOOK", "hook.json");
        builder.environment().putAll(rank);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertEquals(3, process.waitFor(), said);
        return said.strip();
    }

    private JsonNode facts(int rank) throws IOException {
        return new ObjectMapper().readTree(scratch.resolve("ranks/" + rank + ".json").toFile());
    }

    @Test
    void aChosenRankRunsUnderTheProfilerAndNotesItsClocks()
            throws IOException, InterruptedException {
        assertEquals("profiled=1 hook=hook.json 9", said("0,8-15", Map.of("RANK", "9")));
        JsonNode facts = facts(9);
        assertTrue(facts.path("profiled").asBoolean());
        assertEquals(3, facts.path("exit").asInt());
        for (String clock : List.of("realtime_ns", "monotonic_ns")) {
            assertTrue(
                    facts.path("began").path(clock).asLong()
                            < facts.path("ended").path(clock).asLong(),
                    facts.toString());
        }
    }

    @Test
    void anotherRankRunsPlain() throws IOException, InterruptedException {
        assertEquals(
                "profiled= hook= 3",
                said("0,8-15", Map.of("SLURM_PROCID", "3", "SLURM_STEP_ID", "0")));
        assertFalse(facts(3).path("profiled").asBoolean());
    }

    @Test
    void theFirstOfANodeIsKnownByItsLocalRank() throws IOException, InterruptedException {
        assertEquals(
                "profiled=1 hook=hook.json 4",
                said("first_per_node", Map.of("RANK", "4", "LOCAL_RANK", "0")));
        assertEquals(
                "profiled= hook= 5",
                said("first_per_node", Map.of("RANK", "5", "LOCAL_RANK", "1")));
    }

    @Test
    void aRankThatNobodyRecordedIsStillInTheList() throws IOException, InterruptedException {
        said("0", Map.of("RANK", "0"));
        said("0", Map.of("RANK", "1"));
        Path capture = Files.createFile(scratch.resolve("run.rank0.nsys-rep"));
        Path file = RankFiles.write(scratch, scratch, List.of(capture)).orElseThrow().path();
        JsonNode ranks = new ObjectMapper().readTree(file.toFile()).path("ranks");
        assertEquals(2, ranks.size());
        assertEquals("run.rank0.nsys-rep", ranks.get(0).path("file").asText());
        assertTrue(ranks.get(1).path("file").isNull());
    }
}
