package dev.llmprof.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

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
