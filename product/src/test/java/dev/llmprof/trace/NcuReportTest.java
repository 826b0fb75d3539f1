package dev.llmprof.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.problem.Problem;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NcuReportTest {
    private static final String VOLTA = "nsight/ncar-gpu-workshop/MW_Baseline";
    private static final String AMPERE = "nsight/averyclapp-esmm/profile_71fb9e58";

    @TempDir Path directory;

    @ParameterizedTest
    @CsvSource({VOLTA + ", 3330", AMPERE + ", 1100"})
    void givesEveryValueThatNcuPrints(String name, int atLeast) throws IOException {
        NcuProfile report = NcuReport.read(SharedData.at(name + ".ncu-rep"));
        int compared = 0;
        try (var csv = CsvRows.open(SharedData.at(name + ".ncu-raw-base.csv"))) {
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
                    compared++;
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
            assertEquals(titles.size(), units.size());
        }
        assertTrue(compared >= atLeast, compared + " values");
        assertEquals(List.of(), report.problems());
    }

    @ParameterizedTest
    @CsvSource({VOLTA, AMPERE})
    void knowsTheUnitsOfTimesBytesSharesAndRates(String name) throws IOException {
        NcuProfile report = NcuReport.read(SharedData.at(name + ".ncu-rep"));
        Map<String, String> wrong = new TreeMap<>();
        try (var csv = CsvRows.open(SharedData.at(name + ".ncu-raw-base.csv"))) {
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
        NcuLaunch launch = NcuReport.read(SharedData.at(VOLTA + ".ncu-rep")).launches().getFirst();
        assertEquals("set_halo_values_x_396_gpu", launch.kernel().function());
        assertEquals(new Extent(256, 1, 1), launch.grid());
        assertEquals(new Extent(128, 1, 1), launch.block());
        assertEquals("Tesla V100-SXM2-32GB", launch.device());
        assertEquals("7.0", launch.computeCapability());
        assertEquals(11360.0, launch.metrics().base("gpu__time_duration.sum").orElseThrow());
    }

    @Test
    void readsTheSessionButNotTheEnvironment() throws IOException {
        NcuSession session = NcuReport.read(SharedData.at(AMPERE + ".ncu-rep")).session();
        assertEquals(
                "2023.1.1.0 (build 32678585) (public-release)",
                session.versions().get("Nsight Compute Target"));
        assertTrue(session.commandLine().contains("a.out"), session.commandLine());
    }

    @ParameterizedTest
    @CsvSource({VOLTA, AMPERE})
    void givesTheRulesThatNcuPrints(String name) throws IOException {
        NcuProfile report = NcuReport.read(SharedData.at(name + ".ncu-rep"));
        NcuProfile csv = NcuCsv.read(SharedData.at(name + ".ncu-details.csv"));
        assertEquals(rules(csv), rules(report));
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
    void keepsTheWholeLaunchesOfAFileThatBreaksOff() throws IOException {
        byte[] bytes = Files.readAllBytes(SharedData.at(AMPERE + ".ncu-rep"));
        Path file = directory.resolve("cut.ncu-rep");
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1000));
        NcuProfile report = NcuReport.read(file);
        assertEquals(3, report.launches().size());
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
