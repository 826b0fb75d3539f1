package dev.llmprof.stage.ncu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.process.Command;
import dev.llmprof.process.Processes;
import dev.llmprof.stage.FakeTool;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class KernelSeriesTest {
    /// Profiles only where nothing is skipped, as with a kernel of few launches.
    private static final String SCRIPT =
            """
            case "$1" in --help) exit ;; --import|--csv) echo csv; exit ;; esac
            prev=
            for word; do
                case $prev in -o) out=$word ;; --log-file) log=$word ;; --launch-skip) skip=$word ;; esac
                prev=$word
            done
            if [ "$skip" = 0 ]; then echo r >"$out.ncu-rep"; else echo 'No kernels were profiled' >"$log"; fi
            """;

    @TempDir private Path directory;

    @Test
    void takesTheFirstLaunchWhereSkippingLeavesNone() throws IOException {
        var series = series(FakeTool.processes(directory, "ncu", SCRIPT));

        var result = series.profile(kernel("gemm", OptionalLong.empty()), 1);

        assertEquals(Optional.empty(), result.problem());
        assertEquals(0, result.skip());
        assertTrue(
                Files.readString(result.directory().resolve("cmd.txt"))
                        .contains("--launch-skip 200"));
        assertTrue(Files.exists(result.directory().resolve("ncu.section_SpeedOfLight.csv")));
        assertTrue(Files.exists(result.directory().resolve("ncu.details.csv")));
    }

    @Test
    void boundsTheSkipByAKnownNumberOfLaunches() throws IOException {
        var series = series(FakeTool.processes(directory, "ncu", SCRIPT));

        List<String> argv = series.plan(kernel("gemm", OptionalLong.of(24)), 1).getFirst().argv();

        assertEquals("23", argv.get(argv.indexOf("--launch-skip") + 1));
    }

    @Test
    void namesDirectoriesByRankAndNameAsTheReferenceDoes() throws IOException {
        var series = series(FakeTool.processes(directory, "ncu", SCRIPT));

        assertEquals("kernel_0007_5d41402abc4b2a76b9719d911017c592", series.folder("hello", 7));
    }

    /// What md5sum says of the names as nsys prints them.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1  | b29575388b2a87a4fc24b6fdfb058bcc | void internal::gemv<(int)7, (bool)0,"
                        + " __nv_bfloat16>(T3)",
                "2  | 923f22d7884d47a480dff5da5840ff03 | void"
                        + " cutlass::Kernel2<gemm_bf16_128x64_tn>(T1::Params)",
                "20 | e183ecd67f73a4f2b2318d2551c6f78c | void flash::flash_fwd<(int)128,"
                        + " (int)64>(T1)"
            })
    void aDirectoryHasTheSumOfItsKernelsWholeName(int rank, String sum, String name)
            throws IOException {
        var series = series(FakeTool.processes(directory, "ncu", SCRIPT));

        String number = rank < 10 ? "000" + rank : "00" + rank;
        assertEquals("kernel_" + number + "_" + sum, series.folder(name, rank));
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource
    void everyDirectoryOfARealRunHasTheNameWeWouldGiveIt(Path report) throws IOException {
        var series = series(FakeTool.processes(directory, "ncu", SCRIPT));
        List<String> names =
                Files.readAllLines(report.resolve("nsys/top-kernels.yaml")).stream()
                        .filter(line ->
                                line.strip().startsWith("- name: ")
                                        || line.startsWith("-   name: "))
                        .map(line -> line.substring(line.indexOf("name: ") + 6))
                        .map(name ->
                                name.startsWith("'") ? name.substring(1, name.length() - 1) : name)
                        .map(name -> name.replace("''", "'"))
                        .toList();

        assertEquals(20, names.size());
        for (int i = 0; i < names.size(); i++) {
            Path folder = report.resolve("ncu-v2").resolve(series.folder(names.get(i), i + 1));
            assertTrue(Files.isDirectory(folder), folder::toString);
        }
    }

    static Stream<Path> everyDirectoryOfARealRunHasTheNameWeWouldGiveIt() {
        return SharedData.ifHere("deepseek-ocr-rtx5090/reports/20251107-dsocr").stream();
    }

    private KernelSeries series(Processes processes) {
        return new KernelSeries(
                new KernelSeries.Plan(
                        directory,
                        20,
                        200,
                        1,
                        List.of("SpeedOfLight"),
                        true,
                        true,
                        Command.of("true")),
                processes);
    }

    private static KernelSeries.Kernel kernel(String name, OptionalLong launches) {
        return new KernelSeries.Kernel(name, "^" + name + "$", launches);
    }
}
