package dev.llmprof.trace.kineto;

import dev.llmprof.table.Symbols;
import dev.llmprof.trace.CollectiveTable;
import dev.llmprof.trace.SumLimit;

/// Gathers what kernels and operators say about the communication they are part of.
final class KinetoCollectives {
    private static final int[] TEXTS = {
        KinetoKeys.COLLECTIVE,
        KinetoKeys.ELEMENT_TYPE,
        KinetoKeys.GROUP_NAME,
        KinetoKeys.GROUP_DESCRIPTION,
        KinetoKeys.GROUP_RANKS
    };

    private static final int WIDEST_BYTES = 16;

    private final Symbols.Builder symbols;
    private final SumLimit bytes;
    private final CollectiveTable.Builder rows;
    private final int[] codes = new int[TEXTS.length];
    private final long[] numbers = new long[4];

    KinetoCollectives(Symbols.Builder symbols, SumLimit bytes) {
        this.bytes = bytes;
        this.symbols = symbols;
        this.rows = new CollectiveTable.Builder(symbols);
    }

    /// Of an event that says nothing about it nothing is taken.
    void take(KinetoEvent event, int place, int row) {
        if (!event.has(KinetoKeys.COLLECTIVE)) {
            return;
        }
        event.intern(TEXTS, codes, KinetoTables.NO_TEXT, symbols);
        numbers[0] = elements(event, KinetoKeys.SENT_ELEMENTS);
        numbers[1] = elements(event, KinetoKeys.RECEIVED_ELEMENTS);
        numbers[2] = event.whole(KinetoKeys.SEQUENCE, CollectiveTable.NONE);
        numbers[3] =
                event.whole(
                        event.has(KinetoKeys.TARGET_RANK)
                                ? KinetoKeys.TARGET_RANK
                                : KinetoKeys.SOURCE_RANK,
                        CollectiveTable.NONE);
        rows.add(place, row, codes, numbers);
    }

    private long elements(KinetoEvent event, int key) {
        long count = event.whole(key, CollectiveTable.NONE);
        return count <= 0
                ? count
                : bytes.within(Math.min(count, Long.MAX_VALUE / WIDEST_BYTES) * WIDEST_BYTES)
                        / WIDEST_BYTES;
    }

    void addAll(CollectiveTable later, int[] known, int gpuRows, int hostRows) {
        rows.addAll(later, known, gpuRows, hostRows);
    }

    CollectiveTable build(Symbols built) {
        return rows.build(built);
    }
}
