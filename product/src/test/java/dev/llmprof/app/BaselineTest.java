package dev.llmprof.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `llmprof baseline` and `llmprof noise --of`, from their words to their files.
class BaselineTest {
    @TempDir private Path folder;

    @Test
    void aBaselineHasTheValuesOfEachRunAndNothingOfTheMachine() throws IOException {
        said("baseline", "set", "main", values("a", 100, 101));
        assertEquals(
                """
                metric,unit,better,run,value,started,steps,dropped
                decode.step_time,ms,lower,1,100,,0,0
                decode.step_time,ms,lower,2,101,,0,0
                """,
                Files.readString(folder.resolve("kept/main/metrics.csv")));
    }

    @Test
    void whatIsKeptIsListedShownAndRemoved() throws IOException {
        said("baseline", "set", "main", values("a", 100, 101));
        assertEquals("main\n", said("baseline", "list"));
        assertEquals(
                """
                metric             runs   median   noise
                decode.step_time      2   101 ms       –
                """,
                said("baseline", "show", "main"));
        said("baseline", "rm", "main");
        assertFalse(Files.exists(folder.resolve("kept/main")));
    }

    /// 0.01 and 10 degrees of freedom: the worked example of two runs a side.
    @Test
    void noiseOnRecordDecidesWithTwoRunsASide() throws IOException {
        said("baseline", "set", "main", values("a", 100, 101));
        Files.writeString(
                folder.resolve("kept/main/noise.csv"),
                "metric,deviation,degrees\ndecode.step_time,0.01,10\n");
        String gate = said("gate", "--baseline", "main", values("b", 104, 105));
        assertTrue(gate.contains("+3.98 %   [+1.84, +6.17] % (95.0 %)"), gate);
        assertTrue(gate.startsWith("regression"), gate);
    }

    @Test
    void noiseOfSixRunsIsTheirDeviation() throws IOException {
        String runs = values("a", 100, 101, 99, 100.5, 99.5, 100);
        said("baseline", "set", "main", runs);
        said("noise", "--of", runs, "--baseline", "main");
        assertEquals(
                "metric,deviation,degrees\ndecode.step_time,0.0070713064751115485,5\n",
                Files.readString(folder.resolve("kept/main/noise.csv")));
    }

    @Test
    void settingAgainKeepsTheNoise() throws IOException {
        String runs = values("a", 100, 101, 99);
        said("noise", "--of", runs, "--baseline", "main");
        said("baseline", "set", "main", runs);
        try (Stream<Path> files = Files.list(folder.resolve("kept/main"))) {
            assertEquals(
                    Set.of("baseline.json", "metrics.csv", "noise.csv"),
                    files.map(each -> each.getFileName().toString()).collect(Collectors.toSet()));
        }
    }

    @Test
    void mistakesAreExitCodeTwo() throws IOException {
        String one = values("a", 100);
        assertEquals(2, typed("baseline", "show", "none").exitCode());
        assertEquals(2, typed("baseline", "set", "../elsewhere", one).exitCode());
        assertEquals(2, typed("noise", "--of", one).exitCode());
        assertEquals(2, typed("baseline").exitCode());
    }

    private String said(String... words) {
        TypedWords typed = typed(words);
        assertTrue(typed.exitCode() != 2 && typed.exitCode() != 3, typed.said());
        return typed.said();
    }

    private TypedWords typed(String... words) {
        return TypedWords.of(
                Stream.concat(
                                Stream.of(words),
                                words.length == 1
                                        ? Stream.empty()
                                        : Stream.of("baseline.dir=" + folder.resolve("kept")))
                        .toArray(String[]::new));
    }

    private String values(String name, double... values) throws IOException {
        return GateTest.values(folder.resolve(name + ".csv"), values);
    }
}
