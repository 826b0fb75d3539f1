package dev.llmprof.study.rank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.analysis.rank.GeneratedRanks;
import dev.llmprof.app.PluginLists;
import dev.llmprof.study.capture.ReadProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Captures that do not say their rank, beside a list that does.
class RankListTest {
    private static final ReadProgress.Watch UNSEEN = (_, _) -> new Unseen();

    @TempDir Path directory;

    private static final class Unseen implements ReadProgress {
        @Override
        public void accept(long bytes) {}

        @Override
        public void done() {}
    }

    @BeforeEach
    void captures() throws IOException {
        var ranks = new GeneratedRanks(2);
        for (int step = 0; step < 12; step++) {
            ranks.everybodyComputes(100_000)
                    .compute(1, "attention", 50_000)
                    .collective("AllReduce", "tp", 64, 0, 1);
        }
        // The name that sorts first is the second rank's.
        Files.writeString(directory.resolve("b.json"), silent(ranks.json(0)));
        Files.writeString(directory.resolve("a.json"), silent(ranks.json(1)));
    }

    private static String silent(String json) {
        return json.replaceFirst("\"distributedInfo\":\\{[^}]*},", "");
    }

    private void list(String text) throws IOException {
        Files.writeString(directory.resolve("ranks.json"), text);
    }

    private RankMerge.Merged merged(int shares) throws IOException {
        List<Path> parts =
                IntStream.rangeClosed(1, shares)
                        .mapToObj(share -> directory.resolve("parts" + shares + "/" + share))
                        .toList();
        for (int share = 1; share <= shares; share++) {
            RankReduce.of(
                    List.of(directory.resolve("a.json"), directory.resolve("b.json")),
                    PluginLists.SHIPPED.study().formats(),
                    new RankShare(share, shares),
                    parts.get(share - 1),
                    UNSEEN);
        }
        return RankMerge.of(parts);
    }

    @Test
    void theListSaysWhichRankACaptureIsOfWhereItRanAndWhoIsMissing() throws IOException {
        list(
                """
                {"schema": 1, "world_size": 4, "ranks": [
                  {"rank": 0, "host": "m0", "file": "b.json"},
                  {"rank": 1, "host": "m1", "file": "a.json.gz"},
                  {"rank": 2, "host": "m1", "file": null}]}
                """);
        RankMerge.Merged merged = merged(2);
        assertEquals(
                List.of("0 m0 b.json", "1 m1 a.json"),
                merged.ranks().rows().stream()
                        .map(row ->
                                row.rank()
                                        + " "
                                        + row.host()
                                        + " "
                                        + Path.of(row.source()).getFileName())
                        .toList());
        assertEquals(1, merged.ranks().late().getFirst().rank());
        assertEquals(
                List.of("2 of 4 ranks are there; not rank 2, 3: who waited for those is not known"),
                merged.ranks().remarks());
        assertEquals(List.of(), merged.problems());
    }

    @Test
    void aListWithoutANumberHasAsManyRanksAsItNames() throws IOException {
        list(
                """
                {"ranks": [{"rank": 0, "file": "b.json"}, {"rank": 1, "file": "a.json"}, {"rank": 2}]}
                """);
        assertEquals(
                List.of("2 of 3 ranks are there; not rank 2: who waited for those is not known"),
                merged(1).ranks().remarks());
    }

    @Test
    void aListThatCannotBeReadIsSaidOnceAndCostsNoCapture() throws IOException {
        Files.move(directory.resolve("a.json"), directory.resolve("x-rank1.json"));
        Files.move(directory.resolve("b.json"), directory.resolve("x-rank0.json"));
        list("{\"ranks\": [");
        RankReduce.Done done =
                RankReduce.of(
                        List.of(directory),
                        PluginLists.SHIPPED.study().formats(),
                        new RankShare(1, 1),
                        directory.resolve("part"),
                        UNSEEN);
        assertEquals(2, done.ranks());
        RankMerge.Merged merged = RankMerge.of(List.of(directory.resolve("part")));
        assertEquals(2, merged.ranks().rows().size());
        assertEquals(1, merged.problems().size(), merged.problems().toString());
        assertTrue(merged.problems().getFirst().toString().contains("ranks.json"));
    }
}
