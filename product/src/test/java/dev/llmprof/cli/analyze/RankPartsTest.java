package dev.llmprof.cli.analyze;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.rank.GeneratedRanks;
import dev.llmprof.app.PluginLists;
import dev.llmprof.console.Console;
import dev.llmprof.problem.Problem;
import dev.llmprof.study.rank.RankMerge;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankPartsTest {
    private static final int RANKS = 5;

    @TempDir Path directory;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void ranks() throws IOException {
        Files.createDirectories(directory.resolve("traces"));
        var ranks = new GeneratedRanks(RANKS).clock(3, 123_456, 7);
        for (int step = 0; step < 40; step++) {
            ranks.everybodyComputes(100_000 + 1_000L * step)
                    .compute(2, "attention", 30_000)
                    .collective("AllReduce", "tp", 1L << step % 9, 0, 1, 2, 3, 4)
                    .idle(4, 70_000)
                    .compute(4, "norm", 1_000)
                    .collective("AllGather", "dp", 64, 1, 4)
                    .message(0, 3, 128);
        }
        for (int rank = 0; rank < RANKS; rank++) {
            Files.writeString(directory.resolve("traces/rank" + rank + ".json"), ranks.json(rank));
        }
    }

    @Test
    void partsMergeToTheBytesOfOneProcess() throws IOException {
        assertEquals(0, run("traces", "--output", "one"));
        for (int share = 1; share <= 3; share++) {
            assertEquals(0, run("traces", "--reduce", share + "/3", "-o", "parts/" + share));
        }
        assertEquals(0, run("traces", "--reduce", "1/1", "-o", "whole"));
        assertEquals(0, run("--merge", "parts", "-o", "merged"));
        assertEquals(0, run("--merge", "whole", "-o", "single"));
        Map<String, byte[]> merged = files("merged");
        assertEquals(files("single").keySet(), merged.keySet());
        files("single").forEach((name, bytes) -> assertArrayEquals(bytes, merged.get(name), name));
        Map<String, byte[]> one = files("one");
        List<String> tables =
                merged.keySet().stream().filter(name -> name.contains("rank_")).toList();
        assertEquals(14, tables.size(), tables.toString());
        tables.forEach(name -> assertArrayEquals(one.get(name), merged.get(name), name));
    }

    @Test
    void aShareThatIsNotThereIsSaid() throws IOException {
        run("traces", "--reduce", "1/2", "-o", "parts/1");
        assertEquals(0, run("--merge", "parts", "-o", "merged"));
        assertTrue(err().contains("a share of the captures is not there"), err());
        assertTrue(err().contains("2/2"), err());
        assertTrue(out().contains("3 of 5 ranks are there; not rank 1, 3"), out());
    }

    @Test
    void sharesOfOtherCapturesAreSaid() throws IOException {
        run("traces", "--reduce", "1/2", "-o", "parts/1");
        run("traces", "--reduce", "2/2", "-o", "parts/2");
        assertEquals(0, run("--merge", "parts", "-o", "merged"));
        assertFalse(err().contains("different captures"), err());

        Path one = directory.resolve("traces/rank0.json");
        Files.writeString(one, Files.readString(one) + " ");
        run("traces", "--reduce", "2/2", "-o", "parts/2");
        assertEquals(0, run("--merge", "parts", "-o", "merged"));
        assertTrue(err().contains("these parts are shares of different captures"), err());
    }

    @Test
    void ranksMissingTwiceCutOrOfAnotherJobAreSaidOnTheScreenAndOnThePage() throws IOException {
        Path traces = directory.resolve("traces");
        Files.delete(traces.resolve("rank4.json"));
        Files.copy(traces.resolve("rank0.json"), traces.resolve("old-rank0.json"));
        String whole = Files.readString(traces.resolve("rank1.json"));
        Files.writeString(
                traces.resolve("rank1.json"), whole.substring(0, whole.lastIndexOf("{\"ph\"")));
        var other = new GeneratedRanks(8).everybodyComputes(100_000);
        Files.writeString(traces.resolve("rank7.json"), other.json(7));
        assertEquals(0, run("traces", "--output", "one"));
        String page = Files.readString(directory.resolve("one/report.md"));
        for (String said :
                List.of(
                        "rank 7 is of another job and left out: it is one of 8 ranks, most are of 5",
                        "rank 0 is there 2 times",
                        "4 of 5 ranks are there; not rank 4",
                        "the capture of rank 1 breaks off")) {
            assertTrue(out().contains(said), said + " in " + out());
            assertTrue(page.contains(said), said + " in " + page);
        }
    }

    /// Each table cut, and with one byte changed at places that a fixed seed chooses.
    @Test
    void aDamagedPartIsAProblemAndNoAnalysis() throws IOException {
        run("traces", "--reduce", "1/1", "-o", "part");
        Path part = directory.resolve("part");
        var random = new Random(7);
        for (var whole : files("part").entrySet()) {
            Path table = part.resolve(whole.getKey());
            byte[] bytes = whole.getValue();
            Files.write(table, Arrays.copyOf(bytes, bytes.length / 2));
            assertThrows(Problem.Found.class, () -> RankMerge.of(List.of(part)), whole.getKey());
            for (int number = 0; number < 100; number++) {
                byte[] changed = bytes.clone();
                changed[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                Files.write(table, changed);
                try {
                    RankMerge.of(List.of(part));
                    assertEquals("shares.parquet", whole.getKey());
                } catch (Problem.Found said) {
                    assertEquals(1, said.problems().size());
                }
            }
            Files.write(table, bytes);
        }
        assertEquals(RANKS, RankMerge.of(List.of(part)).ranks().rows().size());
    }

    @Test
    void whatCannotBeReadIsSaidWhereItWasReducedAndWhereItIsMerged() throws IOException {
        Files.writeString(directory.resolve("traces/rank9.json"), "{\"traceEvents\": \"nothing\"}");
        run("traces", "--reduce", "1/1", "-o", "part");
        assertTrue(err().contains("rank9.json"), err());
        err.reset();
        assertEquals(0, run("--merge", "part", "-o", "merged"));
        assertTrue(err().contains("rank9.json"), err());
    }

    @Test
    void aFolderOfSomethingElseIsLeftAlone() throws IOException {
        Path mine = Files.createDirectories(directory.resolve("mine"));
        Files.writeString(mine.resolve("notes.txt"), "keep");
        assertEquals(2, run("traces", "--reduce", "1/1", "-o", "mine"));
        assertEquals("keep", Files.readString(mine.resolve("notes.txt")));
        assertEquals(2, run("--merge", "mine"));
        assertTrue(err().contains("this is not a part of an analysis"), err());
    }

    @Test
    void wordsThatDoNotFitHaveAFix() {
        assertEquals(2, run("traces", "--reduce", "4/3", "-o", "x"));
        assertTrue(err().contains("'4/3' is not a share"), err());
        assertEquals(2, run("traces", "--reduce", "1/3"));
        assertTrue(err().contains("add -o PART"), err());
        assertEquals(2, run("traces", "--reduce", "1/3", "--merge", "-o", "x"));
        assertTrue(err().contains("two steps"), err());
        assertEquals(2, run("traces", "--launcher=kubernetes", "-o", "x"));
        assertTrue(err().contains("no launcher is called 'kubernetes'"), err());
        assertEquals(2, run("traces", "--shares=2", "-o", "x"));
        assertTrue(err().contains("shares are for a launcher"), err());
        assertEquals(2, run("traces", "--launcher=slurm", "--shares=0", "-o", "x"));
        assertTrue(err().contains("there is at least one share"), err());
        assertEquals(2, run("traces", "--launcher=slurm", "--merge", "-o", "x"));
        assertTrue(err().contains("--launcher does both"), err());
        assertFalse(Files.exists(directory.resolve("x")));
    }

    private Map<String, byte[]> files(String folder) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        Path root = directory.resolve(folder);
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(root.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /// Words that name no option are files of the directory.
    private int run(String... words) {
        Console console = AnalyzeOutput.console(out, err);
        String[] placed = words.clone();
        for (int at = 0; at < placed.length; at++) {
            boolean share = at > 0 && placed[at - 1].equals("--reduce");
            if (!placed[at].startsWith("-") && !share) {
                placed[at] = directory.resolve(placed[at]).toString();
            }
        }
        return AnalyzeOutput.run(console, PluginLists.SHIPPED::study, placed);
    }
}
