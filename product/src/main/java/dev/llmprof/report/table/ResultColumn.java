package dev.llmprof.report.table;

import dev.llmprof.report.block.Cell;
import dev.llmprof.report.block.Unit;
import dev.llmprof.table.parquet.ParquetColumn;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/// One column: its name in files with the unit in it, its title for readers, what it means, and its
/// cell of a row. An absent cell was not measured.
public record ResultColumn<T>(
        String name, String title, Kind kind, String meaning, Function<T, Cell> cell) {

    ResultColumn(String name, Kind kind, String meaning, Function<T, Cell> cell) {
        this(name, title(name), kind, meaning, cell);
    }

    /// What the cells are, with the word of the published schema.
    public enum Kind {
        TEXT("string"),
        WHOLE("integer"),
        NUMBER("number"),
        TRUTH("boolean");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /// A name that the capture has: of a kernel, an operator, a range.
    public static <T> ResultColumn<T> name(String name, String meaning, Function<T, String> value) {
        return new ResultColumn<>(name, Kind.TEXT, meaning, row -> Cell.name(value.apply(row)));
    }

    /// A word of ours: a phase, a kind, a tool.
    public static <T> ResultColumn<T> text(String name, String meaning, Function<T, String> value) {
        return new ResultColumn<>(name, Kind.TEXT, meaning, row -> Cell.text(value.apply(row)));
    }

    public static <T> ResultColumn<T> count(String name, String meaning, ToLongFunction<T> value) {
        return new ResultColumn<>(
                name, Kind.WHOLE, meaning, row -> Cell.count(value.applyAsLong(row)));
    }

    public static <T> ResultColumn<T> nanos(String name, String meaning, ToLongFunction<T> value) {
        return new ResultColumn<>(
                name, Kind.WHOLE, meaning, row -> Cell.nanos(value.applyAsLong(row)));
    }

    public static <T> ResultColumn<T> bytes(String name, String meaning, ToLongFunction<T> value) {
        return new ResultColumn<>(
                name,
                Kind.WHOLE,
                meaning,
                row -> Cell.number((double) value.applyAsLong(row), Unit.BYTES));
    }

    /// Nanoseconds with a fraction: a mean, a bound.
    public static <T> ResultColumn<T> fractionalNanos(
            String name, String meaning, ToDoubleFunction<T> value) {
        return number(name, Unit.NANOSECONDS, meaning, value);
    }

    public static <T> ResultColumn<T> number(
            String name, Unit unit, String meaning, ToDoubleFunction<T> value) {
        return new ResultColumn<>(
                name, Kind.NUMBER, meaning, row -> Cell.number(value.applyAsDouble(row), unit));
    }

    /// A number that not every row has.
    public static <T> ResultColumn<T> measured(
            String name, Unit unit, String meaning, Function<T, Optional<Double>> value) {
        return new ResultColumn<>(
                name,
                Kind.NUMBER,
                meaning,
                row ->
                        value.apply(row)
                                .map(number -> Cell.number(number, unit))
                                .orElseGet(() -> Cell.absent("not measured")));
    }

    /// A part of a whole, 0 to 1.
    public static <T> ResultColumn<T> share(
            String name, String meaning, ToDoubleFunction<T> value) {
        return new ResultColumn<>(
                name, Kind.NUMBER, meaning, row -> Cell.share(value.applyAsDouble(row)));
    }

    public static <T> ResultColumn<T> truth(String name, String meaning, Predicate<T> value) {
        return new ResultColumn<>(
                name, Kind.TRUTH, meaning, row -> Cell.text(String.valueOf(value.test(row))));
    }

    /// The same column of rows that hold such a row.
    <S> ResultColumn<S> of(Function<S, T> row) {
        return new ResultColumn<>(name, title, kind, meaning, row.andThen(cell));
    }

    /// With another word for readers.
    ResultColumn<T> titled(String other) {
        return new ResultColumn<>(name, other, kind, meaning, cell);
    }

    ParquetColumn parquet() {
        return switch (kind) {
            case TEXT, TRUTH -> ParquetColumn.words(name);
            case WHOLE -> ParquetColumn.whole(name);
            case NUMBER -> ParquetColumn.number(name);
        };
    }

    /// As a reader sees it: `gpu_busy_ns` is `GPU busy`, since the cells say their unit.
    private static String title(String name) {
        String words = name.replaceAll("_ns$", "").replace('_', ' ');
        return words.replaceAll("\\bgpu\\b", "GPU").replaceAll("\\bcpu\\b", "CPU");
    }
}
