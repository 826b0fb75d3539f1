package dev.llmprof.trace.sqlite;

import dev.llmprof.trace.Broken;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// The records of one table's tree of pages, left to right; long records are put together from
/// their overflow pages.
final class SqlitePages {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    private static final int LEAF = 13;
    private static final int INTERIOR = 5;

    /// More levels than any table of a database of the largest size has.
    private static final int DEEPEST = 24;

    /// Numbers are read a word at a time, so the last bytes of a page need some room behind them.
    private static final int SLACK = 16;

    /// Tables lie mostly in one piece, so pages are fetched many at a time.
    private static final int WINDOW = 1 << 18;

    private static final int LONGEST_RECORD = 1 << 28;
    private static final long[] ON_ITS_PAGE = {};

    private final SqliteFile file;
    private final byte[][] levels = new byte[DEEPEST][];
    private final int[] cells = new int[DEEPEST];
    private final int[] cellCounts = new int[DEEPEST];
    private final long[] numbers = new long[DEEPEST];
    private final byte[] window;
    private long windowFrom = -1;
    private int windowLength;
    private int depth;
    private long visited;

    private byte[] record = new byte[0];
    private int recordFrom;
    private int recordEnd;
    private long rowId;
    private int recordLocal;
    private int recordCell;
    private long[] recordPages = ON_ITS_PAGE;

    SqlitePages(SqliteFile file, long rootPage) {
        this.file = file;
        this.depth = -1;
        this.numbers[0] = rootPage;
        this.window = new byte[rootPage == 0 ? 0 : windowSize(file)];
    }

    private static int windowSize(SqliteFile file) {
        long fileSize = file.pageCount() * file.pageSize();
        return (int) Math.max(file.pageSize(), Math.min(WINDOW, fileSize));
    }

    /// Moves to the next record; false after the last.
    boolean nextRow() {
        if (depth < 0) {
            enter(numbers[0], 0);
        }
        while (true) {
            byte[] page = levels[depth];
            int header = headerOf(depth);
            if (page[header] == LEAF) {
                if (cells[depth] < cellCounts[depth]) {
                    read(page, cellAt(page, header + 8, cells[depth]++));
                    return true;
                }
                if (--depth < 0) {
                    depth = 0;
                    return false;
                }
            } else if (!descend(page, header)) {
                if (--depth < 0) {
                    depth = 0;
                    return false;
                }
            }
        }
    }

    byte[] record() {
        return record;
    }

    int recordFrom() {
        return recordFrom;
    }

    int recordEnd() {
        return recordEnd;
    }

    long rowId() {
        return rowId;
    }

    /// Where in the file a byte of the record lies: on the record's own page or on one of those
    /// that it overflows to.
    long place(int at) {
        long page = (numbers[depth] - 1) * file.pageSize();
        if (recordPages.length == 0) {
            return page + at;
        }
        if (at < recordLocal) {
            return page + recordCell + at;
        }
        int room = file.usableSize() - 4;
        long overflow = recordPages[(at - recordLocal) / room] - 1;
        return overflow * file.pageSize() + 4 + (at - recordLocal) % room;
    }

    static long longAt(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    static int intAt(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    static short shortAt(byte[] bytes, int at) {
        return (short) SHORT.get(bytes, at);
    }

    static int varintLength(byte[] bytes, int at) {
        int length = 1;
        while (length < 9 && bytes[at + length - 1] < 0) {
            length++;
        }
        return length;
    }

    static long varint(byte[] bytes, int at) {
        long value = 0;
        for (int index = 0; index < 8; index++) {
            byte next = bytes[at + index];
            value = value << 7 | (next & 0x7F);
            if (next >= 0) {
                return value;
            }
        }
        return value << 8 | (bytes[at + 8] & 0xFF);
    }

    static int smallVarint(byte[] bytes, int at) {
        long value = varint(bytes, at);
        if (value < 0 || value > LONGEST_RECORD * 2L + 13) {
            throw new Broken("a length of " + value);
        }
        return (int) value;
    }

    private boolean descend(byte[] page, int header) {
        int cell = cells[depth]++;
        if (cell > cellCounts[depth]) {
            return false;
        }
        int at = cell == cellCounts[depth] ? header + 8 : cellAt(page, header + 12, cell);
        enter(Integer.toUnsignedLong(intAt(page, at)), depth + 1);
        return true;
    }

    private void enter(long number, int level) {
        if (level == DEEPEST || ++visited > file.pageCount() + 1) {
            throw new Broken("pages in a circle at page " + number);
        }
        if (levels[level] == null) {
            levels[level] = new byte[file.pageSize() + SLACK];
        }
        byte[] page = levels[level];
        int length = copyPage(number, page);
        Arrays.fill(page, length, page.length, (byte) 0);
        depth = level;
        numbers[level] = number;
        cells[level] = 0;
        int header = headerOf(level);
        if (page[header] != LEAF && page[header] != INTERIOR) {
            throw new Broken("page " + number + " is not a page of a table");
        }
        cellCounts[level] = Short.toUnsignedInt(shortAt(page, header + 3));
        if (header + 12 + cellCounts[level] * 2 > file.pageSize()) {
            throw new Broken("page " + number + " of " + cellCounts[level] + " cells");
        }
    }

    /// Copies a page, counted from 1, to the start of the buffer. The last page of a cut file is
    /// short.
    private int copyPage(long number, byte[] into) {
        if (number < 1 || number > file.pageCount()) {
            throw new Broken("page " + number + " of " + file.pageCount());
        }
        long from = (number - 1) * file.pageSize();
        if (windowFrom < 0 || from < windowFrom || from >= windowFrom + windowLength) {
            windowLength = file.read(from, ByteBuffer.wrap(window));
            windowFrom = from;
        }
        int at = (int) (from - windowFrom);
        int length = Math.max(0, Math.min(file.pageSize(), windowLength - at));
        System.arraycopy(window, at, into, 0, length);
        return length;
    }

    /// The first page begins with the file's own header.
    private int headerOf(int level) {
        return numbers[level] == 1 ? 100 : 0;
    }

    private int cellAt(byte[] page, int pointers, int cell) {
        int at = Short.toUnsignedInt(shortAt(page, pointers + cell * 2));
        if (at > file.pageSize() - 4) {
            throw new Broken("a cell at byte " + at + " of its page");
        }
        return at;
    }

    private void read(byte[] page, int cell) {
        int length = smallVarint(page, cell);
        int at = cell + varintLength(page, cell);
        rowId = varint(page, at);
        at += varintLength(page, at);
        int local = localLength(length);
        if (at + local > file.pageSize()) {
            throw new Broken(
                    "a record of " + length + " bytes at the end of page " + numbers[depth]);
        }
        if (local == length) {
            record = page;
            recordPages = ON_ITS_PAGE;
            recordFrom = at;
            recordEnd = at + length;
        } else {
            gather(page, at, local, length);
        }
    }

    /// How much of a record stays on its page, by the format's own rule.
    private int localLength(int length) {
        int usable = file.usableSize();
        int most = usable - 35;
        if (length <= most) {
            return length;
        }
        int least = (usable - 12) * 32 / 255 - 23;
        int wished = least + (length - least) % (usable - 4);
        return wished <= most ? wished : least;
    }

    private void gather(byte[] page, int at, int local, int length) {
        long pagesNeeded = (length - local) / (file.usableSize() - 4) + 1L;
        if (pagesNeeded > file.pageCount() || at + local + 4 > page.length) {
            throw new Broken("a record of " + length + " bytes in " + file.pageCount() + " pages");
        }
        byte[] whole = new byte[length + SLACK];
        System.arraycopy(page, at, whole, 0, local);
        long next = Integer.toUnsignedLong(intAt(page, at + local));
        byte[] overflow = new byte[file.pageSize() + SLACK];
        recordLocal = local;
        recordCell = at;
        recordPages = new long[(int) pagesNeeded];
        for (int filled = local, index = 0; filled < length; index++) {
            recordPages[index] = next;
            copyPage(next, overflow);
            int part = Math.min(length - filled, file.usableSize() - 4);
            System.arraycopy(overflow, 4, whole, filled, part);
            filled += part;
            next = Integer.toUnsignedLong(intAt(overflow, 0));
        }
        record = whole;
        recordFrom = 0;
        recordEnd = length;
    }
}
