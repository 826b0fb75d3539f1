package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.llmprof.app.PluginLists;
import dev.llmprof.testing.RealTool;
import dev.llmprof.testing.SharedData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Four ranks of torchrun over gloo, two by two, of which one is delayed by a time that the program
/// takes itself: who is named, for how much and why.
class GlooRanksIT {
    private static final int STEPS = 8;

    /// Large against what a busy machine adds.
    private static final int DELAY_MILLIS = 250;

    @TempDir private Path directory;

    @Test
    void theDelayedRankIsNamedWhereItsPairMeetsAndWhereAllDo() throws Exception {
        Path traces = recorded("group");
        JsonNode truth = new ObjectMapper().readTree(traces.resolve("truth.json").toFile());
        Path analysis = directory.resolve("analysis");
        analysed(traces, analysis);
        List<String[]> rows =
                Files.readAllLines(analysis.resolve("csv/rank_collectives.csv")).stream()
                        .skip(1)
                        .map(GlooRanksIT::cells)
                        .toList();
        TreeSet<String> groups = new TreeSet<>();
        rows.forEach(row -> groups.add(row[0]));
        assertEquals(new TreeSet<>(List.of("all ranks [0-3]", "tp [0, 1]", "tp [2, 3]")), groups);
        List<String[]> delayed = rows.stream().filter(row -> !row[0].equals("tp [2, 3]")).toList();
        // The barrier before the first step is a reference and judged by the one before it.
        assertTrue(delayed.size() >= 2 * STEPS, "judged: " + delayed.size());
        List<String[]> late =
                delayed.stream()
                        .filter(row -> Long.parseLong(row[5]) > DELAY_MILLIS * 500_000L)
                        .toList();
        assertEquals(2 * STEPS, late.size());
        for (String[] row : late) {
            assertEquals("1", row[6], "culprit of " + String.join(",", row));
            assertEquals("idle", row[7], "cause of " + String.join(",", row));
        }
        long[] nanos = late.stream().mapToLong(row -> Long.parseLong(row[5])).sorted().toArray();
        double mean = truth.path("mean_ns").asDouble();
        assertEquals(mean, (double) nanos[nanos.length / 2], .1 * mean);
    }

    private Path recorded(String kind) throws IOException, InterruptedException {
        Path python = RealTool.pythonWithTorch();
        Path traces = directory.resolve("traces");
        Path log = directory.resolve("torchrun.log");
        Process torchrun =
                new ProcessBuilder(
                                python.toString(),
                                "-m",
                                "torch.distributed.run",
                                "--standalone",
                                "--nproc-per-node",
                                "4",
                                SharedData.projectRoot()
                                        .resolve("benchmarks/ranks/late.py")
                                        .toString(),
                                traces.toString(),
                                kind,
                                Integer.toString(STEPS),
                                Integer.toString(DELAY_MILLIS))
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        try {
            assertTrue(torchrun.waitFor(5, TimeUnit.MINUTES), "torchrun hangs");
            assertEquals(0, torchrun.exitValue(), Files.readString(log));
        } finally {
            torchrun.descendants().forEach(ProcessHandle::destroyForcibly);
            torchrun.destroyForcibly();
        }
        return traces;
    }

    private static void analysed(Path traces, Path analysis) {
        var out = new ByteArrayOutputStream();
        int code =
                AnalyzeOutput.run(
                        AnalyzeOutput.console(out, out),
                        PluginLists.SHIPPED::study,
                        traces.toString(),
                        "--output",
                        analysis.toString());
        assertEquals(0, code, out::toString);
    }

    /// Names of groups have commas in quotes.
    private static String[] cells(String line) {
        String[] cells = line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
        for (int at = 0; at < cells.length; at++) {
            cells[at] = cells[at].replace("\"", "");
        }
        return cells;
    }
}
