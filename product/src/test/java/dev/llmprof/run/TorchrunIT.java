package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.testing.RealTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Ranks of a real torchrun under `llmprof run`.
class TorchrunIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir Path scratch;

    private Path program() throws IOException {
        Path program = scratch.resolve("x.py");
        Files.writeString(
                program,
                """
                import time
                import torch
                import torch.distributed as dist

                dist.init_process_group("gloo")
                torch.set_num_threads(1)
                layer, x = torch.nn.Linear(8, 8), torch.ones(2, 8)
                with torch.no_grad():
                    for _ in range(6):
                        y = layer(x)
                        if dist.get_rank() == 1:
                            time.sleep(0.2)
                        dist.all_reduce(y)
                dist.destroy_process_group()
                """);
        return program;
    }

    private Llmprof run(Path run, List<String> words) throws IOException {
        Path tools = RealTool.pythonWithTorch().toAbsolutePath().getParent();
        var all =
                new ArrayList<>(
                        List.of(
                                "run",
                                "hydra.run.dir=" + run,
                                "pipeline.static_analysis.enable=false"));
        all.addAll(words);
        return Llmprof.start(
                scratch, List.of("env", "PATH=" + tools + ":" + System.getenv("PATH")), all);
    }

    @Test
    void fourRanksOfTorchrunNeedNoKeyAndTheLateOneIsNamed()
            throws IOException, InterruptedException {
        Path run = scratch.resolve("run");
        Llmprof ranks =
                run(run, List.of("--", "torchrun", "--nproc-per-node", "4", program().toString()));
        assertEquals(0, ranks.exit(), ranks.errors());
        JsonNode list = JSON.readTree(run.resolve("torch_profiler/ranks.json").toFile());
        assertEquals(4, list.path("world_size").asInt(), list.toString());
        assertEquals(List.of("0", "1", "2", "3"), list.path("ranks").findValuesAsText("rank"));
        for (JsonNode file : list.path("ranks").findValues("file")) {
            assertTrue(Files.isRegularFile(run.resolve("torch_profiler").resolve(file.asText())));
        }
        JsonNode compared = JSON.readTree(run.resolve("metrics.json").toFile()).path("ranks");
        assertEquals(4, compared.path("rows").size(), compared.toString());
        assertEquals(1, compared.path("late").path(0).path("rank").asInt(), compared.toString());
        assertEquals("idle", compared.path("late").path(0).path("cause").asText());
    }

    @Test
    void ofTheRanksThatLlmprofStartsOnlyTheChosenAreRecorded()
            throws IOException, InterruptedException {
        Path run = scratch.resolve("run");
        Llmprof ranks =
                run(
                        run,
                        List.of(
                                "workload.launch.kind=torchrun",
                                "workload.launch.args=[--nproc-per-node,2]",
                                "workload.launch.ranks='1'",
                                "--",
                                "python",
                                program().toString()));
        assertEquals(0, ranks.exit(), ranks.errors());
        JsonNode list = JSON.readTree(run.resolve("torch_profiler/ranks.json").toFile());
        assertEquals(2, list.path("world_size").asInt(), list.toString());
        JsonNode plain = list.path("ranks").path(0);
        JsonNode chosen = list.path("ranks").path(1);
        assertTrue(plain.path("file").isNull(), list.toString());
        assertEquals(0, plain.path("exit").asInt(-1), list.toString());
        assertEquals("process", chosen.path("clocks_of").asText());
        assertTrue(
                Files.isRegularFile(
                        run.resolve("torch_profiler").resolve(chosen.path("file").asText())),
                list.toString());
    }
}
