package dev.llmprof.table.parquet;

/// A column's name and what its cells are.
public record ParquetColumn(String name, Kind kind) {

    /// With the number that Parquet has for the type.
    public enum Kind {
        WORDS(6),
        WHOLE(2),
        NUMBER(5);

        private final int type;

        Kind(int type) {
            this.type = type;
        }

        int type() {
            return type;
        }
    }

    /// Texts; an empty one is absent, NULL in SQL.
    public static ParquetColumn words(String name) {
        return new ParquetColumn(name, Kind.WORDS);
    }

    public static ParquetColumn whole(String name) {
        return new ParquetColumn(name, Kind.WHOLE);
    }

    /// Numbers with fractions; one that is not a number is absent, NULL in SQL.
    public static ParquetColumn number(String name) {
        return new ParquetColumn(name, Kind.NUMBER);
    }

    CellBuffer buffer() {
        return switch (kind) {
            case WORDS -> new WordBuffer();
            case WHOLE -> new WholeBuffer();
            case NUMBER -> new NumberBuffer();
        };
    }
}
