package dev.llmprof.trace.ncu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.problem.Problem;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.nsight.NcuFolders;
import dev.llmprof.testing.nsight.NcuFolders.Rows;
import dev.llmprof.testing.nsight.NcuPages;
import dev.llmprof.testing.nsight.NcuRun;
import dev.llmprof.testing.nsight.NcuRuns;
import dev.llmprof.trace.csv.CsvNumber;
import dev.llmprof.trace.ncu.NcuLaunch.NvtxFrame;
import dev.llmprof.trace.ncu.NcuRule.Kind;
import dev.llmprof.trace.ncu.NcuRule.Scope;
import dev.llmprof.trace.ncu.NcuRule.Speedup;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class NcuCsvTest {
    private static final String LONG_HEADER =
            "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\","
                    + "\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"Section Name\",\"Metric Name\",\"Metric Unit\","
                    + "\"Metric Value\",\"Rule Name\",\"Rule Type\",\"Rule Description\",\"Estimated Speedup Type\","
                    + "\"Estimated Speedup\"\n";
    private static final String LAUNCH =
            "\"0\",\"17\",\"python\",\"127.0.0.1\",\"void k<(int)1>(T)\",\"1\",\"7\",\"(128, 1, 1)\",\"(152, 4, 1)\",\"0\",\"12.0\",";

    @TempDir static Path directory;

    @Test
    void pivotsTheLongFormByLaunch() throws IOException {
        NcuProfile profile =
                read(
                        "==PROF== Connected to process 17 (/usr/bin/python)\nloss 3.1, done\n"
                                + LONG_HEADER
                                + LAUNCH
                                + "\"Command line profiler metrics\",\"dram__bytes_read.sum\",\"Mbyte\",\"3.35\",\n"
                                + LAUNCH
                                + "\"GPU Speed Of Light Throughput\",\"Duration\",\"us\",\"1,023.42\",\n");
        NcuLaunch launch = profile.launches().getFirst();
        assertEquals(1, profile.launches().size());
        assertEquals("void k<(int)1>(T)", launch.kernel().demangled());
        assertEquals(new Extent(152, 4, 1), launch.grid());
        assertEquals(3_350_000.0, launch.metrics().base("dram__bytes_read.sum").orElseThrow());
        assertEquals(1_023_420.0, launch.metrics().base("Duration").orElseThrow());
        assertEquals(new NcuValue.Quantity(3.35, "Mbyte"), launch.metrics().value(0));
        assertEquals(List.of(), profile.problems());
    }

    @Test
    void readsRulesWithTheirSpeedup() throws IOException {
        NcuProfile profile =
                read(
                        LONG_HEADER
                                + LAUNCH
                                + "\"Occupancy\",\"\",\"\",\"\",\"TheoreticalOccupancy\",\"OPT\",\"Limited, by shared memory.\",\"global\",\"38.17\"\n");
        assertEquals(
                List.of(
                        new NcuRule(
                                "Occupancy",
                                "TheoreticalOccupancy",
                                Kind.OPTIMIZATION,
                                "",
                                "Limited, by shared memory.",
                                Optional.of(new Speedup(Scope.GLOBAL, 38.17)),
                                List.of())),
                profile.launches().getFirst().rules());
        assertEquals(0, profile.launches().getFirst().metrics().size());
    }

    @Test
    void readsTheWideFormWithItsUnitsInTheSecondRow() throws IOException {
        NcuProfile profile =
                read(
                        """
                        ID,Process ID,Kernel Name,thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg,gpu__time_duration.sum,smsp__x.sum
                        ,,,,msecond,
                        0,17,k,"9  ""<default domain>:decode:none:none:none:none:none:none"" ""llm:layer::1:none:none:none:none:none:none\""",0.5,no data
                        1,17,k,,n/a
                        """);
        NcuLaunch first = profile.launches().getFirst();
        assertEquals(500_000.0, first.metrics().base("gpu__time_duration.sum").orElseThrow());
        assertEquals(
                List.of(new NvtxFrame("", "decode"), new NvtxFrame("llm", "layer::1")),
                first.nvtx());
        assertEquals(new NcuValue.NoData(), first.metrics().value(1));
        assertEquals(1, profile.launches().get(1).metrics().size());
    }

    @Test
    void keepsLaunchesOfDifferentProcessesApart() throws IOException {
        NcuProfile profile = read("ID,Process ID,Kernel Name,m.sum\n0,1,k,1\n0,2,k,2\n");
        assertEquals(2, profile.launches().size());
    }

    @Test
    void saysHowManyRowsWereNone() throws IOException {
        NcuProfile profile = read("ID,Process ID,Kernel Name,m.sum\n0,1,k,1\nstep 1, loss 2, x\n");
        assertEquals(
                List.of(
                        new Problem(
                                "skipped 1 of 2 rows that are not ncu data",
                                "test.csv",
                                "keep the program's own output apart: ncu --log-file FILE")),
                profile.problems());
    }

    @Test
    void saysWhatIsNoNcuTable() {
        var found = assertThrows(Problem.Found.class, () -> read("a,b\n1,2\n"));
        assertEquals(
                "no ncu table here: no row has the columns ID and Kernel Name",
                found.problems().getFirst().what());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3.35|Mbyte|3350000|byte",
                "197.38|Kbyte|197380|byte",
                "23.42|us|23420|nsecond",
                "0.01136|msecond|11360|nsecond",
                "2|s|2000000000|nsecond",
                "6.23|cycle/nsecond|6230000000|cycle/second",
                "532.5|cycle/usecond|532500000|cycle/second",
                "13.77|Ghz|13770000000|cycle/second",
                "143.2|Gbyte/s|143200000000|byte/second",
                "1.024|Kbyte/cycle|1024|byte/cycle",
                "41.49|%|41.49|%",
                "7|warp|7|warp"
            })
    void convertsToBaseUnits(double value, String unit, double base, String baseUnit) {
        assertEquals(base, NcuUnit.toBase(value, unit), Math.abs(base) * 1e-12);
        assertEquals(baseUnit, NcuUnit.base(unit));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1,275,068,416|1275068416", "39,578.42|39578.42", "0|0", "-1.5e3|-1500",
                "41,49|41.49", "1.275.068,5|1275068.5", "12 (1; 2; 9)|12", "13,485|13485"
            })
    void readsNumbersAsTheToolsPrintThem(String text, double value) {
        assertEquals(value, CsvNumber.parse(text).orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("folders")
    void takesEveryRow(Path folders, Rows expected) throws IOException {
        int metrics = 0;
        int rules = 0;
        int files = 0;
        try (var all = Files.walk(folders)) {
            for (Path file : all.filter(NcuCsvTest::isNcuCsv).toList()) {
                NcuProfile profile = NcuCsv.read(file);
                assertEquals(List.of(), profile.problems(), file.toString());
                files++;
                for (NcuLaunch launch : profile.launches()) {
                    metrics += launch.metrics().size();
                    rules += launch.rules().size();
                }
            }
        }
        assertEquals(expected, new Rows(files, metrics, rules));
    }

    /// Of the recorded rows none is lost, and none is taken for another.
    static Stream<Arguments> folders() throws IOException {
        Path own = directory.resolve("folders");
        return Stream.concat(
                Stream.of(Arguments.of(own, NcuFolders.write(NcuRuns.inference(), own))),
                SharedData.ifHere("deepseek-ocr-rtx5090/reports/20251107-dsocr").stream()
                        .map(reports ->
                                Arguments.of(reports, new Rows(266, 3420 + 836, 418 + 38))));
    }

    @Test
    void readsEveryValueOfTheDetails() throws IOException {
        NcuRun run = NcuRuns.inference();
        NcuProfile details = read(NcuPages.details(run));
        for (int id = 0; id < run.launches().size(); id++) {
            NcuRun.Launch described = run.launches().get(id);
            NcuLaunch launch = details.launches().get(id);
            assertEquals(described.kernel(), launch.kernel().demangled());
            assertEquals(
                    described.rules().stream().map(NcuRun.Rule::message).toList(),
                    launch.rules().stream().map(NcuRule::message).toList());
            assertEquals(19, launch.metrics().size());
            double nanos = launch.metrics().base("Duration").orElseThrow();
            assertEquals(described.number("nanos"), nanos, 1e-6);
            double hertz = launch.metrics().base("DRAM Frequency").orElseThrow();
            assertEquals(9.25e9, hertz, 1e-3);
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void scaledColumnsComeToTheSameBaseValues(Path scaledPage, Path basePage) throws IOException {
        NcuProfile scaled = NcuCsv.read(scaledPage);
        NcuProfile base = NcuCsv.read(basePage);
        for (int id = 0; id < base.launches().size(); id++) {
            NcuMetrics expected = base.launches().get(id).metrics();
            NcuMetrics actual = scaled.launches().get(id).metrics();
            for (int row = 0; row < expected.size(); row++) {
                double scale = NcuUnit.toBase(1, actual.unit(row));
                assertEquals(
                        expected.base(row).orElse(-1),
                        actual.base(row).orElse(-1),
                        0.0051 + scale * 0.51e-6,
                        expected.name(row));
            }
        }
    }

    static Stream<Arguments> pages() throws IOException {
        NcuRun run = NcuRuns.inference();
        Path raw = Files.writeString(directory.resolve("raw.csv"), NcuPages.raw(run));
        Path base = Files.writeString(directory.resolve("base.csv"), NcuPages.rawBase(run));
        return Stream.concat(
                Stream.of(Arguments.of(raw, base)),
                Stream.of("ncar-gpu-workshop/MW_Baseline", "averyclapp-esmm/profile_71fb9e58")
                        .map(name -> "nsight/" + name)
                        .flatMap(name ->
                                SharedData.ifHere(name + ".ncu-raw.csv").stream()
                                        .map(page ->
                                                Arguments.of(
                                                        page,
                                                        SharedData.at(
                                                                name + ".ncu-raw-base.csv")))));
    }

    private static boolean isNcuCsv(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith("ncu.") && name.endsWith(".csv");
    }

    private static NcuProfile read(String text) throws IOException {
        return NcuCsv.read(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "test.csv");
    }
}
