package dev.llmprof.trace;

import dev.llmprof.table.IntColumn;
import dev.llmprof.table.LongColumn;
import dev.llmprof.table.Symbols;
import dev.llmprof.table.TextColumn;

/// What PyTorch says about communication at kernels and at operators: `row` is that of the GPU
/// table, or with [#HOST] that of the host table. `ranks` is the tool's own text and may be cut;
/// `peer` is the other rank of a message. A number that is not said is [#NONE].
public record CollectiveTable(
        IntColumn place,
        IntColumn row,
        TextColumn name,
        TextColumn type,
        TextColumn group,
        TextColumn description,
        TextColumn ranks,
        LongColumn sentElements,
        LongColumn receivedElements,
        LongColumn sequence,
        LongColumn peer) {
    public static final int GPU = 0;
    public static final int HOST = 1;
    public static final long NONE = -1;

    /// Of captures that say nothing about it.
    public static CollectiveTable none() {
        return new Builder(new Symbols.Builder()).build(new Symbols.Builder().build());
    }

    public int size() {
        return row.size();
    }

    /// Appends what is said of one event after the other.
    public static final class Builder {
        private final IntColumn.Builder place = new IntColumn.Builder();
        private final IntColumn.Builder row = new IntColumn.Builder();
        private final TextColumn.Builder[] texts = new TextColumn.Builder[5];
        private final LongColumn.Builder[] numbers = new LongColumn.Builder[4];

        public Builder(Symbols.Builder symbols) {
            for (int at = 0; at < texts.length; at++) {
                texts[at] = new TextColumn.Builder(symbols);
            }
            for (int at = 0; at < numbers.length; at++) {
                numbers[at] = new LongColumn.Builder();
            }
        }

        /// Texts and numbers in the order of the table's columns.
        public void add(int placeCode, int ofRow, int[] codes, long[] values) {
            place.add(placeCode);
            row.add(ofRow);
            for (int at = 0; at < texts.length; at++) {
                texts[at].addCode(codes[at]);
            }
            for (int at = 0; at < numbers.length; at++) {
                numbers[at].add(values[at]);
            }
        }

        /// Appends another table, whose rows follow as many GPU and host rows as there are.
        public void addAll(CollectiveTable rows, int[] known, int gpuRows, int hostRows) {
            for (int at = 0; at < rows.size(); at++) {
                place.add(rows.place.get(at));
                row.add(rows.row.get(at) + (rows.place.get(at) == GPU ? gpuRows : hostRows));
            }
            TextColumn[] from = {rows.name, rows.type, rows.group, rows.description, rows.ranks};
            LongColumn[] values = {
                rows.sentElements, rows.receivedElements, rows.sequence, rows.peer
            };
            for (int at = 0; at < texts.length; at++) {
                texts[at].addAll(from[at], known);
            }
            for (int at = 0; at < numbers.length; at++) {
                numbers[at].addAll(values[at]);
            }
        }

        public CollectiveTable build(Symbols symbols) {
            return new CollectiveTable(
                    place.build(),
                    row.build(),
                    texts[0].build(symbols),
                    texts[1].build(symbols),
                    texts[2].build(symbols),
                    texts[3].build(symbols),
                    texts[4].build(symbols),
                    numbers[0].build(),
                    numbers[1].build(),
                    numbers[2].build(),
                    numbers[3].build());
        }
    }
}
