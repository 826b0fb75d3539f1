package dev.llmprof.trace.ncu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.problem.Problem;
import dev.llmprof.testing.SharedData;
import dev.llmprof.testing.nsight.NcuPages;
import dev.llmprof.testing.nsight.NcuReportFile;
import dev.llmprof.testing.nsight.NcuRun;
import dev.llmprof.testing.nsight.NcuRuns;
import dev.llmprof.trace.csv.CsvRows;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NcuReportTest {
    @TempDir static Path directory;

    /// A report beside the pages that ncu prints of it.
    record Recording(Path report, Path rawBase, Path details) {
        @Override
        public String toString() {
            return report.getFileName().toString();
        }
    }

    static Stream<Recording> recordings() throws IOException {
        return Stream.concat(
                Stream.of(own()),
                Stream.of("ncar-gpu-workshop/MW_Baseline", "averyclapp-esmm/profile_71fb9e58")
                        .map(name -> "nsight/" + name)
                        .flatMap(name ->
                                SharedData.ifHere(name + ".ncu-rep").stream()
                                        .map(report ->
                                                new Recording(
                                                        report,
                                                        SharedData.at(name + ".ncu-raw-base.csv"),
                                                        SharedData.at(
                                                                name + ".ncu-details.csv")))));
    }

    private static Recording own() throws IOException {
        NcuRun run = NcuRuns.inference();
        return new Recording(
                NcuReportFile.write(run, directory.resolve("own.ncu-rep")),
                Files.writeString(directory.resolve("base.csv"), NcuPages.rawBase(run)),
                Files.writeString(directory.resolve("details.csv"), NcuPages.details(run)));
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void givesEveryValueThatNcuPrints(Recording recording) throws IOException {
        NcuProfile report = NcuReport.read(recording.report());
        try (var csv = CsvRows.open(recording.rawBase())) {
            List<String> titles = csv.next().orElseThrow();
            List<String> units = csv.next().orElseThrow();
            for (NcuLaunch launch : report.launches()) {
                List<String> row = csv.next().orElseThrow();
                Map<String, Integer> rows = rows(launch.metrics());
                for (int place = 8; place < titles.size(); place++) {
                    String title = titles.get(place);
                    int metric = rows.getOrDefault(title, -1);
                    String expected = row.get(place).isEmpty() ? "no data" : row.get(place);
                    String actual = metric < 0 ? "absent" : printed(launch.metrics().value(metric));
                    assertEquals(expected, actual, title);
                }
                assertEquals(row.get(0), String.valueOf(launch.id()));
                assertEquals(row.get(1), String.valueOf(launch.process().pid()));
                assertEquals(row.get(2), launch.process().name());
                assertEquals(row.get(3), launch.process().host());
                assertEquals(row.get(4), launch.kernel().demangled());
                assertEquals(row.get(6), String.valueOf(launch.context()));
                assertEquals(row.get(7), String.valueOf(launch.stream()));
            }
            assertTrue(csv.next().isEmpty());
            assertTrue(titles.size() > 40, titles.size() + " columns");
            assertEquals(titles.size(), units.size());
        }
        assertEquals(List.of(), report.problems());
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void knowsTheUnitsOfTimesBytesSharesAndRates(Recording recording) throws IOException {
        NcuProfile report = NcuReport.read(recording.report());
        Map<String, String> wrong = new TreeMap<>();
        try (var csv = CsvRows.open(recording.rawBase())) {
            List<String> titles = csv.next().orElseThrow();
            List<String> units = csv.next().orElseThrow();
            Map<String, Integer> rows = rows(report.launches().getFirst().metrics());
            for (int place = 8; place < titles.size(); place++) {
                String title = titles.get(place);
                String unit = NcuUnit.ofMetric(title);
                boolean matters = units.get(place).matches("(byte|nsecond|%|cycle/second).*");
                if (rows.containsKey(title)
                        && !unit.equals(units.get(place))
                        && matters
                        && !title.equals("numa__id_memory")) {
                    wrong.put(title, units.get(place) + " not " + unit);
                }
            }
        }
        assertEquals(Map.of(), wrong);
    }

    @Test
    void readsTheLaunchShapeAndTheDevice() throws IOException {
        NcuLaunch launch = NcuReport.read(own().report()).launches().get(2);
        assertEquals("flash", launch.kernel().function());
        assertEquals(new Extent(16, 32, 7), launch.grid());
        assertEquals(new Extent(128, 1, 1), launch.block());
        assertEquals("NVIDIA GeForce RTX 4070", launch.device().name());
        assertEquals("8.9", launch.device().computeCapability());
        assertEquals(31600.0, launch.metrics().base("gpu__time_duration.sum").orElseThrow());
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource
    void readsTheLaunchOfAV100(Path report) throws IOException {
        NcuLaunch launch = NcuReport.read(report).launches().getFirst();
        assertEquals("set_halo_values_x_396_gpu", launch.kernel().function());
        assertEquals(new Extent(256, 1, 1), launch.grid());
        assertEquals(new Extent(128, 1, 1), launch.block());
        assertEquals("Tesla V100-SXM2-32GB", launch.device().name());
        assertEquals("7.0", launch.device().computeCapability());
        assertEquals(11360.0, launch.metrics().base("gpu__time_duration.sum").orElseThrow());
    }

    static Stream<Path> readsTheLaunchOfAV100() {
        return SharedData.ifHere("nsight/ncar-gpu-workshop/MW_Baseline.ncu-rep").stream();
    }

    @ParameterizedTest
    @MethodSource("sessions")
    void readsTheSessionButNotTheEnvironment(Path report, String version, String program)
            throws IOException {
        NcuSession session = NcuReport.read(report).session();
        assertEquals(version, session.versions().get("Nsight Compute Target"));
        assertTrue(session.commandLine().contains(program), session.commandLine());
        assertFalse(session.toString().contains(NcuReportFile.ENVIRONMENT), session.toString());
    }

    static Stream<Arguments> sessions() throws IOException {
        return Stream.concat(
                Stream.of(Arguments.of(own().report(), NcuReportFile.VERSION, "python3 infer.py")),
                SharedData.ifHere("nsight/averyclapp-esmm/profile_71fb9e58.ncu-rep").stream()
                        .map(report ->
                                Arguments.of(
                                        report,
                                        "2023.1.1.0 (build 32678585) (public-release)",
                                        "a.out")));
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void givesTheRulesThatNcuPrints(Recording recording) throws IOException {
        NcuProfile report = NcuReport.read(recording.report());
        NcuProfile csv = NcuCsv.read(recording.details());
        assertEquals(rules(csv), rules(report));
        assertFalse(rules(report).isEmpty());
    }

    @Test
    void saysWhatIsNoReport() throws IOException {
        Path file = Files.writeString(directory.resolve("x.ncu-rep"), "not a report at all");
        var found = assertThrows(Problem.Found.class, () -> NcuReport.read(file));
        assertEquals(
                "this is not an Nsight Compute report: it does not begin with NVR",
                found.problems().getFirst().what());
    }

    @Test
    void aReportOfNoiseIsRefused() throws IOException {
        byte[] noise = {'N', 'V', 'R', 0, 0x55, 0x55, 0x55, 0x55, 1, 2, 3};
        Path file = Files.write(directory.resolve("noise.ncu-rep"), noise);
        var found = assertThrows(Problem.Found.class, () -> NcuReport.read(file));
        assertEquals(
                "the report is damaged; 0 launches before that were read (a header past the end of"
                        + " the file)",
                found.problems().getFirst().what());
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void keepsTheWholeLaunchesOfAFileThatBreaksOff(Recording recording) throws IOException {
        int launches = NcuReport.read(recording.report()).launches().size();
        byte[] bytes = Files.readAllBytes(recording.report());
        Path file = directory.resolve("cut.ncu-rep");
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 400));
        NcuProfile report = NcuReport.read(file);
        assertEquals(launches - 1, report.launches().size());
        assertEquals(1, report.problems().size());
    }

    private static Map<String, Integer> rows(NcuMetrics metrics) {
        Map<String, Integer> rows = new TreeMap<>();
        for (int row = 0; row < metrics.size(); row++) {
            rows.put(metrics.name(row), row);
        }
        return rows;
    }

    private static String printed(NcuValue value) {
        return switch (value) {
            case NcuValue.Quantity(double number, _) -> twoDecimals(number);
            case NcuValue.Count(long count, _) -> Long.toUnsignedString(count) + ".00";
            case NcuValue.Text(String text) -> text;
            case NcuValue.NoData() -> "no data";
        };
    }

    /// As C prints it: the exact value of the double, a tie to the even digit.
    private static String twoDecimals(double number) {
        return new BigDecimal(number).setScale(2, RoundingMode.HALF_EVEN).toPlainString();
    }

    private static List<String> rules(NcuProfile profile) {
        return profile.launches().stream()
                .flatMap(launch ->
                        launch.rules().stream()
                                .map(rule ->
                                        String.join(
                                                "|",
                                                launch.id() + "",
                                                rule.section(),
                                                rule.rule(),
                                                rule.kind() + "",
                                                rule.message())))
                .sorted()
                .toList();
    }
}
