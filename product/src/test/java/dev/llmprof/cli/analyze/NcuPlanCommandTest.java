package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.app.PluginLists;
import dev.llmprof.problem.Problem;
import dev.llmprof.testing.SharedData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class NcuPlanCommandTest {
    @TempDir private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void theCommandLineTakesTheLaunchByItsNumber() throws IOException {
        JsonNode plan = plan(trace(), List.of("./infer", "--fast"));
        assertEquals(1, plan.at("/covered_share").asDouble());
        assertEquals("(64, 1, 1)", plan.at("/classes/0/grid").asText());
        List<String> words = new ArrayList<>();
        plan.at("/commands/0").forEach(word -> words.add(word.asText()));
        assertEquals("ncu", words.getFirst());
        assertEquals("::regex:^(gemm)$:1", words.get(words.indexOf("--kernel-id") + 1));
        assertEquals(List.of("./infer", "--fast"), words.subList(words.size() - 2, words.size()));
    }

    @Test
    void aTraceWithoutKernelsIsRefused() throws IOException {
        Path empty =
                Files.writeString(
                        directory.resolve("cpu.json"),
                        "{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm\",\"pid\":1,"
                                + "\"tid\":1,\"ts\":1,\"dur\":2}]}");
        var command = command(List.of());
        var problems = new ArrayList<Problem>();
        command.setExecutionExceptionHandler((failed, _, _) -> {
            problems.addAll(((Problem.Found) failed).problems());
            return 2;
        });
        assertEquals(2, command.execute(empty.toString()));
        assertEquals("no kernels are in it", problems.getFirst().what());
    }

    @Test
    void aPlanOfNothingSaysWhy() throws IOException {
        assertEquals(0, command(List.of()).execute(trace().toString(), "--minutes", "0.1"));
        assertEquals(
                "nothing fits: one launch takes 0.5 minutes, with the run of the program before"
                        + " it; --minutes 1, or --program-seconds if it is shorter",
                lastLine());

        Path communication = directory.resolve("nccl.json");
        Files.writeString(
                communication,
                Files.readString(trace())
                        .replace("void ns::gemm<4>(int)", "ncclDevKernel_AllReduce_Sum_bf16_RING"));
        assertEquals(0, command(List.of()).execute(communication.toString()));
        assertEquals("nothing to profile: no other kernel ran", lastLine());
    }

    private String lastLine() {
        return out.toString(StandardCharsets.UTF_8).lines().toList().getLast();
    }

    /// Thirty minutes are enough for nine tenths of a public H100 trace.
    @Test
    void halfAnHourCoversMostOfAPublicTrace() throws IOException {
        for (Path folder : SharedData.ifHere("kineto/tracelens").stream().toList()) {
            try (var files = Files.newDirectoryStream(folder, "h100_Qwen*")) {
                JsonNode plan = plan(files.iterator().next(), List.of());
                assertTrue(plan.at("/covered_share").asDouble() >= .9);
            }
        }
    }

    private JsonNode plan(Path trace, List<String> program) throws IOException {
        out.reset();
        assertEquals(0, command(program).execute(trace.toString(), "--minutes", "30", "--json"));
        return new ObjectMapper().readTree(out.toByteArray());
    }

    private CommandLine command(List<String> program) {
        var console = AnalyzeOutput.console(out, OutputStream.nullOutputStream());
        var command = new NcuPlanCommand(console, PluginLists.SHIPPED::study);
        command.wrap(program);
        return new CommandLine(command);
    }

    private Path trace() throws IOException {
        return Files.writeString(
                directory.resolve("trace.json"),
                "{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"void ns::gemm<4>(int)\",\"pid\":0,"
                        + "\"tid\":7,\"ts\":1,\"dur\":9,\"args\":{\"device\":0,\"stream\":7,"
                        + "\"correlation\":1,\"grid\":[64,1,1],\"block\":[128,1,1]}}]}");
    }
}
