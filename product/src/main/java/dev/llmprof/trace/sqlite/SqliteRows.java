package dev.llmprof.trace.sqlite;

import dev.llmprof.trace.Broken;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Walks a table's rows in the order of their ids and decodes the wanted columns only.
///
/// A damaged page ends the walk; what was read before stands, and the file keeps a note of it.
public final class SqliteRows {
    private static final int NULL = 0;
    private static final int ZERO = 8;
    private static final int ONE = 9;
    private static final int REAL = 7;

    private final SqliteFile file;
    private final SqliteTable table;
    private final SqlitePages pages;

    /// For each stored column the place among those wanted, or -1.
    private final int[] wanted;

    private final int rowIdSlot;
    private final int[] types;
    private final int[] offsets;
    private long count;
    private boolean ended;

    SqliteRows(SqliteFile file, SqliteTable table, String... columns) {
        this.file = file;
        this.table = table;
        this.pages = new SqlitePages(file, table.rootPage());
        this.types = new int[columns.length];
        this.offsets = new int[columns.length];
        this.ended = table.rootPage() == 0;
        int last = -1;
        int[] slots = new int[table.columns().size()];
        Arrays.fill(slots, -1);
        for (int slot = 0; slot < columns.length; slot++) {
            int place = table.columns().indexOf(columns[slot]);
            if (place >= 0) {
                slots[place] = slot;
                last = Math.max(last, place);
            }
        }
        this.wanted = Arrays.copyOf(slots, last + 1);
        this.rowIdSlot = table.rowIdColumn() >= 0 ? slots[table.rowIdColumn()] : -1;
    }

    public boolean next() {
        if (ended) {
            return false;
        }
        try {
            ended = !pages.nextRow();
            if (!ended) {
                decode();
                count++;
            }
        } catch (Broken broken) {
            ended = true;
            file.damaged(table.name(), count, broken.what());
        }
        return !ended;
    }

    public long rowId() {
        return pages.rowId();
    }

    public boolean isNull(int slot) {
        return types[slot] == NULL && slot != rowIdSlot;
    }

    /// The whole number of a column; 0 for a null or a text.
    public long integer(int slot) {
        int type = types[slot];
        if (slot == rowIdSlot && type == NULL) {
            return pages.rowId();
        }
        int at = offsets[slot];
        byte[] bytes = pages.record();
        return switch (type) {
            case 1 -> bytes[at];
            case 2 -> SqlitePages.shortAt(bytes, at);
            case 3 -> SqlitePages.intAt(bytes, at) >> 8;
            case 4 -> SqlitePages.intAt(bytes, at);
            case 5 -> SqlitePages.longAt(bytes, at) >> 16;
            case 6 -> SqlitePages.longAt(bytes, at);
            case REAL -> (long) Double.longBitsToDouble(SqlitePages.longAt(bytes, at));
            case ONE -> 1;
            default -> 0;
        };
    }

    public long integer(int slot, long absent) {
        return isNull(slot) ? absent : integer(slot);
    }

    public boolean isText(int slot) {
        return types[slot] >= 12;
    }

    public String text(int slot) {
        if (!isText(slot)) {
            return isNull(slot) ? "" : String.valueOf(integer(slot));
        }
        int from = offsets[slot];
        return new String(pages.record(), from, textLength(slot), StandardCharsets.UTF_8);
    }

    /// Where a text's bytes are: from [#textFrom] in this array, [#textLength] of them, until the
    /// next row.
    public byte[] record() {
        return pages.record();
    }

    public int textFrom(int slot) {
        return offsets[slot];
    }

    public int textLength(int slot) {
        return (types[slot] - 12) >> 1;
    }

    /// Where in the file a byte of [#record] lies.
    public long place(int at) {
        return pages.place(at);
    }

    private void decode() {
        byte[] bytes = pages.record();
        int at = pages.recordFrom();
        int end = pages.recordEnd();
        int headerSize = bytes[at];
        int typeAt = at + 1;
        if (headerSize < 0) {
            headerSize = SqlitePages.smallVarint(bytes, at);
            typeAt = at + SqlitePages.varintLength(bytes, at);
        }
        int headerEnd = at + headerSize;
        if (headerSize < 1 || headerEnd > end) {
            throw new Broken("a record's header of " + headerSize + " bytes");
        }
        Arrays.fill(types, NULL);
        int value = headerEnd;
        for (int slot : wanted) {
            if (typeAt >= headerEnd) {
                return;
            }
            int type = bytes[typeAt++];
            if (type < 0) {
                type = SqlitePages.smallVarint(bytes, typeAt - 1);
                typeAt += SqlitePages.varintLength(bytes, typeAt - 1) - 1;
            }
            if (slot >= 0) {
                types[slot] = type;
                offsets[slot] = value;
            }
            value += size(type);
            if (value > end || value < headerEnd) {
                throw new Broken("a value past its record's end");
            }
        }
    }

    private static int size(int type) {
        return switch (type) {
            case NULL, ZERO, ONE -> 0;
            case 1, 2, 3, 4 -> type;
            case 5 -> 6;
            case 6, REAL -> 8;
            default -> {
                if (type < 12) {
                    throw new Broken("a value of type " + type);
                }
                yield (type - 12) >> 1;
            }
        };
    }
}
