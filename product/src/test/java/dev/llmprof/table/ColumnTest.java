package dev.llmprof.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ColumnTest {
    @Test
    void keepsEveryValueOverManyChunks() {
        long[] values = LongStream.range(0, 100_000).map(i -> i * i % 1009).toArray();
        LongColumn column = LongColumn.of(values);
        assertArrayEquals(values, IntStream.range(0, 100_000).mapToLong(column::get).toArray());
    }

    @Test
    void equalChunksThatAreSharedStillReadTheirOwnRows() {
        var builder = new IntColumn.Builder();
        for (int row = 0; row < 40_000; row++) {
            builder.add(row < 30_000 ? -1 : row);
        }
        IntColumn column = builder.build();
        assertEquals(40_000, column.size());
        assertEquals(-1, column.get(29_999));
        assertEquals(30_000, column.get(30_000));
        assertEquals(39_999, column.get(39_999));
    }

    /// Pieces of odd lengths, so that they begin and end anywhere in a chunk.
    @Test
    void columnsPutTogetherAreAsIfTheyHadBeenOne() {
        var longs = new LongColumn.Builder();
        var ints = new IntColumn.Builder();
        var codes = new IntColumn.Builder();
        int[] known = IntStream.range(0, 1009).map(code -> 5000 - code).toArray();
        int from = 0;
        for (int length : new int[] {1, 0, 8191, 8192, 8193, 3, 20_000, 16, 40_001}) {
            int[] piece = IntStream.range(from, from + length).map(row -> row % 1009).toArray();
            longs.addAll(LongColumn.of(Arrays.stream(piece).asLongStream().toArray()));
            ints.addAll(IntColumn.of(piece));
            codes.addAll(IntColumn.of(piece), known);
            from += length;
        }
        int[] whole = IntStream.range(0, from).map(row -> row % 1009).toArray();
        LongColumn longColumn = longs.build();
        IntColumn intColumn = ints.build();
        IntColumn codeColumn = codes.build();
        assertEquals(from, longColumn.size());
        assertArrayEquals(
                whole, IntStream.range(0, from).map(row -> (int) longColumn.get(row)).toArray());
        assertArrayEquals(whole, IntStream.range(0, from).map(intColumn::get).toArray());
        assertArrayEquals(
                Arrays.stream(whole).map(code -> known[code]).toArray(),
                IntStream.range(0, from).map(codeColumn::get).toArray());
    }

    @Test
    void anEmptyColumnHasNoRows() {
        assertEquals(0, LongColumn.of().size());
        assertEquals(0, IntColumn.of().size());
    }

    @Test
    void textThatRepeatsHasOneNumber() {
        TextColumn names = TextColumn.of("gemm", "copy", "gemm", "");
        assertEquals(names.code(0), names.code(2));
        assertEquals("copy", names.get(1));
        assertEquals("", names.get(3));
        assertEquals(3, names.symbols().size());
    }

    @Test
    void codedValuesAreHeldOnce() {
        var builder = new CodedColumn.Builder<String>();
        builder.addCode(builder.code("a"));
        builder.addCode(builder.code("b"));
        builder.addCode(builder.code("a"));
        CodedColumn<String> column = builder.build();
        assertEquals(2, column.values().size());
        assertEquals("a", column.get(2));
    }
}
