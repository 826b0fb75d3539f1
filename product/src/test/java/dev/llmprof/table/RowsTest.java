package dev.llmprof.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowsTest {
    @Test
    void sortsLikeAStableSortWhateverTheOrderBefore() {
        for (int seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            int[] keys = random.ints(random.nextInt(300), 0, 1 + random.nextInt(50)).toArray();
            int[] expected =
                    IntStream.range(0, keys.length)
                            .boxed()
                            .sorted(Comparator.comparingInt(row -> keys[row]))
                            .mapToInt(Integer::intValue)
                            .toArray();
            assertArrayEquals(
                    expected,
                    Rows.sorted(keys.length, (a, b) -> Integer.compare(keys[a], keys[b])));
        }
    }

    @Test
    void filtersRows() {
        assertArrayEquals(new int[] {0, 3, 6, 9}, Rows.where(10, row -> row % 3 == 0));
    }

    @Test
    void findsTheFirstRowPutForANumber() {
        var index = new LongIndex();
        for (int row = 0; row < 10_000; row++) {
            index.putIfAbsent(row % 5_000 - 100L, row);
        }
        assertEquals(5_000, index.size());
        assertEquals(4_999, index.get(4_899));
        assertEquals(LongIndex.NONE, index.get(4_900));
    }
}
