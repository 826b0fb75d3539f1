package dev.llmprof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.problem.Problem;
import dev.llmprof.testing.SharedData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TopKernelsCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Console console =
            Console.of(
                    new PrintStream(out, true, StandardCharsets.UTF_8),
                    new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                    Map.of(),
                    Console.Volume.NORMAL);

    @Test // S40, B31
    void makesTheSameListAsTheReferenceFromARealSummary(@TempDir Path directory)
            throws IOException {
        Path examples = SharedData.at("deepseek-ocr-rtx5090/scripts/ncu/examples");
        Path list = directory.resolve("top.yaml");

        run(
                examples.resolve("summary_cuda_gpu_kern_sum.csv").toString(),
                "--topk",
                "10",
                "-o",
                list.toString());

        assertEquals(
                KernelList.read(examples.resolve("top-10-kernels.yaml")), KernelList.read(list));
    }

    @Test
    void addsUpRowsOfOneName(@TempDir Path directory) throws IOException {
        Path csv =
                Files.writeString(
                        directory.resolve("old.csv"),
                        """
                        Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),GridXYZ,BlockXYZ,Name
                        40.0,400,4,1,1,1,1,0,   1    1    1, 32    1    1,softmax
                        35.0,350,3,1,1,1,1,0,   1    1    1, 32    1    1,gemm
                        25.0,250,2,1,1,1,1,0,   2    1    1, 32    1    1,gemm
                        """);

        run(csv.toString());

        Path list = Files.write(directory.resolve("list.yaml"), out.toByteArray());
        assertEquals(
                List.of(
                        new KernelList.Entry("gemm", "^gemm$", OptionalLong.of(5)),
                        new KernelList.Entry("softmax", "^softmax$", OptionalLong.of(4))),
                KernelList.read(list));
    }

    @Test
    void saysWhatIsWrongWithTheArguments(@TempDir Path directory) {
        String missing = directory.resolve("no.csv").toString();

        assertTrue(problem(missing).what().contains("no such file"));
        assertTrue(problem(missing, "--topk", "0").what().contains("--topk is 0"));
        assertTrue(problem(missing, "--sort-by", "size").what().contains("--sort-by is 'size'"));
    }

    private Problem problem(String... words) {
        return assertThrows(Problem.Found.class, () -> run(words)).problems().getFirst();
    }

    private void run(String... words) throws IOException {
        var command = new TopKernelsCommand(console);
        new CommandLine(command).parseArgs(words);
        assertEquals(ExitCode.OK, command.call());
    }
}
