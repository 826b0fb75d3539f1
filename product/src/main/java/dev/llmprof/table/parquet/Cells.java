package dev.llmprof.table.parquet;

import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/// What stands in a column, by the numbers of the rows that it is taken from: nothing is boxed on
/// the way.
public sealed interface Cells {
    record Whole(IntToLongFunction at) implements Cells {}

    /// Texts that are numbered: each number's text is asked for once for each group of rows.
    record Coded(IntUnaryOperator code, IntFunction<String> text) implements Cells {}

    record Words(IntFunction<String> at) implements Cells {}

    static Cells whole(IntToLongFunction at) {
        return new Whole(at);
    }

    static Cells coded(IntUnaryOperator code, IntFunction<String> text) {
        return new Coded(code, text);
    }

    static Cells words(IntFunction<String> at) {
        return new Words(at);
    }

    /// The same text in all rows.
    static Cells all(String text) {
        return new Coded(_ -> 0, _ -> text);
    }
}
