package dev.llmprof.trace.kineto;

import dev.llmprof.table.Symbols;
import dev.llmprof.trace.CollectiveTable;

/// Gathers what kernels and operators say about the communication they are part of.
final class KinetoCollectives {
    private static final int[] TEXTS = {
        KinetoKeys.COLLECTIVE,
        KinetoKeys.ELEMENT_TYPE,
        KinetoKeys.GROUP_NAME,
        KinetoKeys.GROUP_DESCRIPTION,
        KinetoKeys.GROUP_RANKS
    };

    private final Symbols.Builder symbols;
    private final CollectiveTable.Builder rows;
    private final int[] codes = new int[TEXTS.length];
    private final long[] numbers = new long[4];

    KinetoCollectives(Symbols.Builder symbols) {
        this.symbols = symbols;
        this.rows = new CollectiveTable.Builder(symbols);
    }

    /// Of an event that says nothing about it nothing is taken.
    void take(KinetoEvent event, int place, int row) {
        if (!event.has(KinetoKeys.COLLECTIVE)) {
            return;
        }
        event.intern(TEXTS, codes, KinetoTables.NO_TEXT, symbols);
        numbers[0] = event.whole(KinetoKeys.SENT_ELEMENTS, CollectiveTable.NONE);
        numbers[1] = event.whole(KinetoKeys.RECEIVED_ELEMENTS, CollectiveTable.NONE);
        numbers[2] = event.whole(KinetoKeys.SEQUENCE, CollectiveTable.NONE);
        numbers[3] =
                event.whole(
                        event.has(KinetoKeys.TARGET_RANK)
                                ? KinetoKeys.TARGET_RANK
                                : KinetoKeys.SOURCE_RANK,
                        CollectiveTable.NONE);
        rows.add(place, row, codes, numbers);
    }

    void addAll(CollectiveTable later, int[] known, int gpuRows, int hostRows) {
        rows.addAll(later, known, gpuRows, hostRows);
    }

    CollectiveTable build(Symbols built) {
        return rows.build(built);
    }
}
