package dev.llmprof.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A column of values of which few are distinct, such as streams or launch shapes, each held once.
public record CodedColumn<T>(IntColumn codes, List<T> values) {
    public CodedColumn {
        values = List.copyOf(values);
    }

    public int code(int row) {
        return codes.get(row);
    }

    public T get(int row) {
        return values.get(codes.get(row));
    }

    /// Gives each new value the next number.
    public static final class Builder<T> {
        private final Map<T, Integer> known = new HashMap<>();
        private final List<T> values = new ArrayList<>();
        private final IntColumn.Builder codes = new IntColumn.Builder();

        public int code(T value) {
            return known.computeIfAbsent(
                    value,
                    fresh -> {
                        values.add(fresh);
                        return values.size() - 1;
                    });
        }

        public void addCode(int code) {
            codes.add(code);
        }

        /// Appends another column and gives the numbers that its values have here.
        public int[] addAll(CodedColumn<T> rows) {
            int[] known = rows.values().stream().mapToInt(this::code).toArray();
            codes.addAll(rows.codes(), known);
            return known;
        }

        public CodedColumn<T> build() {
            return new CodedColumn<>(codes.build(), values);
        }
    }
}
