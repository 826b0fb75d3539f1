package dev.llmprof.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.problem.Problem;
import dev.llmprof.run.KernelList;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.nsight.NsysExport;
import dev.llmprof.testing.nsight.NsysRun;
import dev.llmprof.testing.nsight.NsysRuns;
import dev.llmprof.testing.nsight.NsysSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class TopKernelsCommandTest {
    @TempDir static Path made;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Console console =
            Console.of(
                    new PrintStream(out, true, StandardCharsets.UTF_8),
                    new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                    Map.of(),
                    Console.Volume.NORMAL);

    /// The expressions are those of Python's re.escape.
    @Test
    void listsTheHeaviestKernelsWithAnExpressionForEach(@TempDir Path directory)
            throws IOException {
        Path csv =
                Files.writeString(
                        directory.resolve("summary_cuda_gpu_kern_sum.csv"),
                        """
                        Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
                        12.0,120000000,8000,15000.0,15000.0,15000,15000,0.0,"void at::native::<unnamed>::silu(at::Base &)::[lambda() (instance 6)]::operator ()() const, std::array<char *, 2>-+{}|?^$#~"
                        48.0,480000000,12000,40000.0,40000.0,40000,40000,0.0,"void internal::gemv<(int)7, (bool)0, __nv_bfloat16>(T3)"
                        15.0,150000000,1500,100000.0,100000.0,100000,100000,0.0,void cutlass::Kernel2<gemm_bf16_128x64_tn>(T1::Params)
                        9.0,90000000,2400,37500.0,37500.0,37500,37500,0.0,"void flash::flash_fwd<(int)128, (int)64>(T1)"
                        16.0,160000000,1,160000000.0,160000000.0,160000000,160000000,0.0,warm_up
                        """);
        Path list = directory.resolve("top.yaml");

        run(csv.toString(), "--topk", "4", "-o", list.toString());

        assertEquals(
                List.of(
                        new KernelList.Entry(
                                "void internal::gemv<(int)7, (bool)0, __nv_bfloat16>(T3)",
                                "^void\\ internal::gemv<\\(int\\)7,\\ \\(bool\\)0,\\"
                                        + " __nv_bfloat16>\\(T3\\)$",
                                OptionalLong.of(12000)),
                        new KernelList.Entry("warm_up", "^warm_up$", OptionalLong.of(1)),
                        new KernelList.Entry(
                                "void cutlass::Kernel2<gemm_bf16_128x64_tn>(T1::Params)",
                                "^void\\ cutlass::Kernel2<gemm_bf16_128x64_tn>\\(T1::Params\\)$",
                                OptionalLong.of(1500)),
                        new KernelList.Entry(
                                "void at::native::<unnamed>::silu(at::Base &)::[lambda() (instance"
                                        + " 6)]::operator ()() const, std::array<char *, 2>-+{}|?^$#~",
                                "^void\\ at::native::<unnamed>::silu\\(at::Base\\"
                                        + " \\&\\)::\\[lambda\\(\\)\\ \\(instance\\ 6\\)\\]::operator\\"
                                        + " \\(\\)\\(\\)\\ const,\\ std::array<char\\ \\*,\\"
                                        + " 2>\\-\\+\\{\\}\\|\\?\\^\\$\\#\\~$",
                                OptionalLong.of(8000))),
                KernelList.read(list));
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource
    void makesTheSameListAsTheReferenceFromARealSummary(Path examples) throws IOException {
        run(examples.resolve("summary_cuda_gpu_kern_sum.csv").toString(), "--topk", "10");

        Path list = Files.write(made.resolve("top.yaml"), out.toByteArray());
        assertEquals(
                KernelList.read(examples.resolve("top-10-kernels.yaml")), KernelList.read(list));
    }

    static Stream<Path> makesTheSameListAsTheReferenceFromARealSummary() {
        return SharedData.ifHere("deepseek-ocr-rtx5090/scripts/ncu/examples").stream();
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

    /// The launches and times of the run's kernels, added up one by one.
    @Test
    void listsTheKernelsOfAnExport(@TempDir Path directory) throws IOException {
        NsysRun run = NsysRuns.generated(7, 6);
        Path sqlite = NsysExport.write(run, NsysSchema.V3_25, directory.resolve("run.sqlite"));
        Map<String, Long> nanos = new TreeMap<>();
        Map<String, Long> launches = new TreeMap<>();
        for (NsysRun.Work work : run.work()) {
            if (work.kind() == NsysRun.Kind.KERNEL) {
                nanos.merge(work.name(), work.nanos(), Long::sum);
                launches.merge(work.name(), 1L, Long::sum);
            }
        }

        run(sqlite.toString(), "--sort-by", "time_ns");

        Path list = Files.write(directory.resolve("list.yaml"), out.toByteArray());
        List<KernelList.Entry> entries = KernelList.read(list);
        assertEquals(
                nanos.values().stream().sorted(Comparator.reverseOrder()).toList(),
                entries.stream().map(entry -> nanos.get(entry.name())).toList());
        assertEquals(
                launches,
                entries.stream()
                        .collect(
                                Collectors.toMap(
                                        KernelList.Entry::name,
                                        entry -> entry.launches().orElseThrow())));
    }

    /// nsys's own table of the same export beside it.
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource
    void makesTheSameListFromARealExportAsFromNsyssTable(Path folder) throws IOException {
        run(folder.resolve("h100_2gpu_1s.nsys-gpukernsum.csv").toString(), "--sort-by", "time_ns");
        Path table = Files.write(made.resolve("table.yaml"), out.toByteArray());
        out.reset();
        run(folder.resolve("h100_2gpu_1s.sqlite").toString(), "--sort-by", "time_ns");
        Path export = Files.write(made.resolve("export.yaml"), out.toByteArray());

        assertEquals(KernelList.read(table), KernelList.read(export));
    }

    static Stream<Path> makesTheSameListFromARealExportAsFromNsyssTable() {
        return SharedData.ifHere("nsight/gindachen-nsys-ai").stream();
    }

    @Test
    void aReportOfNsysSaysHowToExportIt(@TempDir Path directory) throws IOException {
        String text = "NVIDIA Tegra Profiler Report 1.";
        Path report = Files.writeString(directory.resolve("run.nsys-rep"), text);

        assertEquals(
                new Problem(
                        "only nsys reads its report",
                        report.toString(),
                        "nsys export --type sqlite --output run.sqlite "
                                + report
                                + ", then llmprof top-kernels run.sqlite"),
                problem(report.toString()));
    }

    @Test
    void theSummaryItselfIsNotWrittenOver(@TempDir Path directory) throws IOException {
        Path csv = Files.writeString(directory.resolve("kernels.csv"), "as it was");
        Path link = Files.createSymbolicLink(directory.resolve("list.yaml"), csv);

        for (Path output : List.of(csv, link)) {
            assertEquals(
                    "the list would take the place of the file that it is made of",
                    problem(csv.toString(), "-o", output.toString()).what());
        }
        assertEquals("as it was", Files.readString(csv));
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
