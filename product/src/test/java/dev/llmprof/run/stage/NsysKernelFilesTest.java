package dev.llmprof.run.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.stage.ncu.KernelFilter;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.nsight.NsysExport;
import dev.llmprof.testing.nsight.NsysRun;
import dev.llmprof.testing.nsight.NsysRuns;
import dev.llmprof.testing.nsight.NsysSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NsysKernelFilesTest {
    private static final String RECORDED = "deepseek-ocr-rtx5090/reports/20251107-dsocr/nsys";

    @TempDir private Path directory;

    @Test
    void countsOnlyTheKernelsLaunchedInsideTheRange() {
        NsysRun run = NsysRuns.generated(7, 6);
        Path sqlite = export(run);

        KernelFilter decode =
                new NsysKernelFiles(100).within(sqlite, List.of("decode")).orElseThrow();

        assertEquals(
                launchesInside(run, "decode"),
                decode.kernels().stream()
                        .collect(
                                Collectors.toMap(
                                        KernelFilter.Kernel::name,
                                        KernelFilter.Kernel::launches,
                                        Long::sum,
                                        TreeMap::new)));
        assertEquals(1, decode.share());
    }

    @Test
    void aRangeThatIsNotThereNamesNothing() {
        assertEquals(
                Optional.empty(),
                new NsysKernelFiles(30)
                        .within(export(NsysRuns.generated(7, 3)), List.of("no such range")));
    }

    @Test
    void anExportThatCannotBeReadNamesNothing() throws IOException {
        Path sqlite = Files.writeString(directory.resolve("run.sqlite"), "db");

        assertEquals(Optional.empty(), new NsysKernelFiles(30).within(sqlite, List.of("decode")));
    }

    @Test
    void theIndexSaysWhichSummaryIsOfThePhaseAlone() throws IOException {
        Path index =
                Files.writeString(
                        directory.resolve("captures.json"),
                        """
                        [{"directory": "per-stage/decode", "range": "decode"},
                         {"directory": "all-stage", "range": null}]
                        """);
        Path decode = directory.resolve("per-stage/decode/summary.csv");
        Path all = directory.resolve("all-stage/summary.csv");

        assertEquals(
                List.of(decode),
                new NsysKernelFiles(30).gated(index, List.of(all, decode), List.of("decode")));
    }

    /// Of prefill's thirty heaviest seven occur in decode, with 22.7 % of its time.
    @Test
    void decodesOwnNamesHoldDecodesTime() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("per-stage/decode/nsys"));
        Files.writeString(
                folder.resolve("summary_cuda_gpu_kern_sum.csv"),
                """
                Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
                70.0,700,7,100.0,100.0,100,100,0.0,gemvx::kernel
                20.0,200,2,100.0,100.0,100,100,0.0,softmax
                10.0,100,1,100.0,100.0,100,100,0.0,copy
                """);
        KernelFilter own = heaviest(directory, "decode", 2);
        assertEquals(
                List.of("gemvx::kernel", "softmax"),
                own.kernels().stream().map(KernelFilter.Kernel::name).toList());
        assertEquals(3, own.of());
        assertEquals(0.9, own.share(), 1e-12);
        SharedData.ifHere(RECORDED).ifPresent(NsysKernelFilesTest::assertDecodesOwnNames);
    }

    private static void assertDecodesOwnNames(Path captures) {
        KernelFilter decode = heaviest(captures, "decode", 30);
        KernelFilter prefill = heaviest(captures, "prefill", 30);

        assertEquals(30, decode.kernels().size());
        assertEquals(46, decode.of());
        assertEquals(0.967, decode.share(), 0.001);
        assertTrue(decode.kernels().getFirst().name().contains("gemvx::kernel"));
        Set<String> others = new HashSet<>();
        prefill.kernels().forEach(kernel -> others.add(kernel.name()));
        assertEquals(
                7,
                heaviest(captures, "decode", 46).kernels().stream()
                        .filter(kernel -> others.contains(kernel.name()))
                        .count());
    }

    private static KernelFilter heaviest(Path captures, String label, int most) {
        Path folder = captures.resolve("per-stage").resolve(label);
        return new NsysKernelFiles(most)
                .of(folder.resolve("nsys/summary_cuda_gpu_kern_sum.csv"))
                .orElseThrow();
    }

    private Path export(NsysRun run) {
        return NsysExport.write(run, NsysSchema.V3_25, directory.resolve("run.sqlite"));
    }

    /// Call by call, the slow way.
    private static Map<String, Long> launchesInside(NsysRun run, String name) {
        Map<String, Long> launches = new TreeMap<>();
        for (NsysRun.Call call : run.calls()) {
            boolean inside =
                    run.ranges().stream()
                            .filter(range -> range.fullName().equals(name))
                            .filter(range -> range.thread().equals(call.thread()))
                            .anyMatch(range ->
                                    range.start() <= call.start() && call.end() <= run.end(range));
            if (inside) {
                run.after(call).stream()
                        .filter(work -> work.kind() == NsysRun.Kind.KERNEL)
                        .forEach(work -> launches.merge(work.name(), 1L, Long::sum));
            }
        }
        return launches;
    }
}
