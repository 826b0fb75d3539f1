package dev.llmprof.table;

/// A column of texts as numbers into [Symbols]; rows are compared by [#code].
public record TextColumn(IntColumn codes, Symbols symbols) {
    public static TextColumn of(String... texts) {
        Builder builder = new Builder();
        for (String text : texts) {
            builder.add(text);
        }
        return builder.build();
    }

    public int code(int row) {
        return codes.get(row);
    }

    public String get(int row) {
        return symbols.text(codes.get(row));
    }

    /// Appends texts, or codes that its own symbols gave.
    public static final class Builder {
        private final Symbols.Builder symbols;
        private final IntColumn.Builder codes = new IntColumn.Builder();

        public Builder() {
            this(new Symbols.Builder());
        }

        public Builder(Symbols.Builder symbols) {
            this.symbols = symbols;
        }

        public void add(String text) {
            codes.add(symbols.intern(text));
        }

        public void addCode(int code) {
            codes.add(code);
        }

        /// `known` are the numbers that its symbols have for the texts of the other column.
        public void addAll(TextColumn rows, int[] known) {
            codes.addAll(rows.codes(), known);
        }

        public TextColumn build() {
            return build(symbols.build());
        }

        /// For columns that share their symbols.
        public TextColumn build(Symbols shared) {
            return new TextColumn(codes.build(), shared);
        }
    }
}
