package dev.llmprof.study.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.compare.metric.Better;
import dev.llmprof.compare.metric.MetricKind;
import dev.llmprof.compare.metric.MetricRuns;
import dev.llmprof.compare.metric.RunValue;
import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValuesFileTest {
    private static final String HEAD = "metric,unit,better,run,value\n";

    @TempDir private Path folder;

    @Test
    void readsARowForEachMetricAndRun() throws IOException {
        Path file =
                file(
                        HEAD
                                + "ttft,ms,lower,1,12.5\nrate,tokens/s,higher,1,80\nttft,ms,lower,2,1e1\n");
        assertEquals(
                List.of(
                        new MetricRuns(
                                new MetricKind("ttft", "ms", Better.LOWER),
                                List.of(new RunValue("1", 12.5), new RunValue("2", 10)),
                                Optional.empty()),
                        new MetricRuns(
                                new MetricKind("rate", "tokens/s", Better.HIGHER),
                                List.of(new RunValue("1", 80)),
                                Optional.empty())),
                ValuesFile.read(file));
    }

    @Test
    void columnsMayStandInAnyOrderAmongOthers() throws IOException {
        Path file = file("run,note,value,metric,better,unit\n1,x,5,m,Lower,s\n");
        assertTrue(ValuesFile.isOne(file));
        assertEquals(5, ValuesFile.read(file).getFirst().runs().getFirst().value());
    }

    @Test
    void aTraceIsNone() throws IOException {
        assertFalse(ValuesFile.isOne(file("{\"traceEvents\": []}")));
        assertFalse(ValuesFile.isOne(file("")));
    }

    @Test
    void everyMistakeIsToldWithItsLine() throws IOException {
        Path file =
                file(
                        HEAD
                                + "m,ms,lower,1,0\nm,ms,lower,2,-3\nm,ms,lower,3,NaN\n"
                                + "m,ms,sideways,4,1\n,ms,lower,5,1\nm,ms,lower,6\n"
                                + "m,ms,lower,7,1\nm,ms,lower,7,2\nm,s,lower,8,2\n");
        assertEquals(
                List.of(
                        ":2 '0' is not a value above 0",
                        ":3 '-3' is not a value above 0",
                        ":4 'NaN' is not a value above 0",
                        ":5 better is 'sideways'",
                        ":6 the metric has no name",
                        ":7 4 fields under 5 columns",
                        ":9 run 7 of m is there twice",
                        ":10 m has another unit or direction than above"),
                problems(file));
    }

    @Test
    void missingColumnsAreNamed() throws IOException {
        assertEquals(
                List.of(":1 no column unit, better, run"), problems(file("metric,value\nm,1\n")));
    }

    @Test
    void aHeadAloneHasNoValues() throws IOException {
        assertEquals(List.of(" no values"), problems(file(HEAD)));
    }

    private List<String> problems(Path file) {
        var found = assertThrows(Problem.Found.class, () -> ValuesFile.read(file));
        return found.problems().stream()
                .map(each -> each.at().replace(file.toString(), "") + " " + each.what())
                .toList();
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("values.csv"), text);
    }
}
