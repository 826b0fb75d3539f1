package dev.llmprof.table.parquet;

import dev.llmprof.problem.Problem;
import dev.llmprof.table.LongColumn;
import dev.llmprof.table.TextColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// A table that [ParquetFile] wrote, read again: whole numbers and texts, column by column. Files
/// of others are not read; they may be packed in ways that this does not know.
public final class ParquetTable {
    private static final int FOOTER_TAIL = 8;

    /// No page of ours has more.
    private static final int MOST_ROWS = 1 << 16;

    private final Path file;
    private final byte[] bytes;
    private final List<String> names = new ArrayList<>();
    private final List<Map<Integer, Object>> groups = new ArrayList<>();

    private ParquetTable(Path file) throws IOException {
        this.file = file;
        this.bytes = Files.readAllBytes(file);
    }

    public static ParquetTable read(Path file) throws IOException {
        ParquetTable table = new ParquetTable(file);
        try {
            table.footer();
        } catch (IndexOutOfBoundsException | NegativeArraySizeException damaged) {
            throw table.damaged();
        }
        return table;
    }

    private void footer() {
        int length = new ByteSource(bytes, bytes.length - FOOTER_TAIL).nextInt();
        Map<Integer, Object> footer =
                new ThriftSource(new ByteSource(bytes, bytes.length - FOOTER_TAIL - length))
                        .structure();
        ThriftSource.list(footer, 2).stream()
                .skip(1)
                .forEach(column ->
                        names.add(
                                ThriftSource.text(ThriftSource.inner(column).getOrDefault(4, ""))));
        ThriftSource.list(footer, 4).forEach(group -> groups.add(ThriftSource.inner(group)));
    }

    public LongColumn whole(String name) {
        LongColumn.Builder column = new LongColumn.Builder();
        each(name, chunk -> whole(chunk, column));
        return column.build();
    }

    /// An absent text is empty.
    public TextColumn words(String name) {
        TextColumn.Builder column = new TextColumn.Builder();
        each(name, chunk -> words(chunk, column));
        return column.build();
    }

    private interface Chunks {
        void take(Map<Integer, Object> chunk);
    }

    private void each(String name, Chunks chunks) {
        int place = names.indexOf(name);
        if (place < 0) {
            throw damaged();
        }
        try {
            for (Map<Integer, Object> group : groups) {
                Object chunk = ThriftSource.list(group, 1).get(place);
                chunks.take(
                        ThriftSource.inner(ThriftSource.inner(chunk).getOrDefault(3, Map.of())));
            }
        } catch (IndexOutOfBoundsException | NegativeArraySizeException damaged) {
            throw damaged();
        }
    }

    private Problem.Found damaged() {
        return new Problem(
                        "not a table that llmprof wrote, or only a piece of it",
                        file.toString(),
                        "write the part again with llmprof analyze DIR --reduce I/N -o PART")
                .found();
    }

    /// The bytes behind the page's header.
    private ByteSource page(Map<Integer, Object> chunk, int field) {
        var source = new ByteSource(bytes, (int) ThriftSource.number(chunk, field));
        var unused = new ThriftSource(source).structure();
        return unused.isEmpty() ? new ByteSource(bytes, bytes.length) : source;
    }

    private void whole(Map<Integer, Object> chunk, LongColumn.Builder column) {
        ByteSource page = page(chunk, 9);
        int block = (int) page.varint();
        int parts = (int) page.varint();
        long count = page.varint();
        long value = page.zigzag();
        if (block != 128 || parts != 4 || count > MOST_ROWS) {
            throw new IndexOutOfBoundsException("no such blocks");
        }
        if (count > 0) {
            column.add(value);
        }
        long[] differences = new long[block];
        for (long done = 1; done < count; done += block) {
            int left = (int) Math.min(block, count - done);
            block(page, differences, left);
            for (int at = 0; at < left; at++) {
                value += differences[at];
                column.add(value);
            }
        }
    }

    private static void block(ByteSource page, long[] differences, int count) {
        long least = page.zigzag();
        int[] widths = {page.next(), page.next(), page.next(), page.next()};
        int part = differences.length / widths.length;
        for (int at = 0; at * part < count; at++) {
            if (widths[at] > Long.SIZE) {
                throw new IndexOutOfBoundsException("too wide");
            }
            page.bits(differences, at * part, (at + 1) * part, widths[at]);
        }
        for (int at = 0; at < count; at++) {
            differences[at] += least;
        }
    }

    private void words(Map<Integer, Object> chunk, TextColumn.Builder column) {
        List<String> texts = new ArrayList<>();
        ByteSource dictionary = page(chunk, 11);
        ByteSource page = page(chunk, 9);
        long end = ThriftSource.number(chunk, 9);
        int rows = (int) ThriftSource.number(chunk, 5);
        while (dictionary.place() + Integer.BYTES <= end) {
            texts.add(dictionary.text(dictionary.nextInt()));
        }
        page.nextInt();
        long[] there = runs(page, rows, 1);
        int count = 0;
        for (long each : there) {
            count += (int) each;
        }
        int width = page.next();
        long[] codes = runs(page, count, width);
        int next = 0;
        for (long each : there) {
            column.add(each == 0 ? "" : texts.get((int) codes[next++]));
        }
    }

    /// One run where all are equal, else all in their bits.
    private static long[] runs(ByteSource page, int count, int width) {
        if (count == 0) {
            return new long[0];
        }
        if (width > Integer.SIZE || count > MOST_ROWS) {
            throw new IndexOutOfBoundsException("too wide");
        }
        long head = page.varint();
        long[] values = new long[count];
        if ((head & 1) == 0) {
            Arrays.fill(values, page.little((width + 7) / 8));
            return values;
        }
        int whole = (int) Math.min(head >>> 1, MOST_ROWS) * 8;
        long[] packed = new long[whole];
        page.bits(packed, 0, whole, width);
        System.arraycopy(packed, 0, values, 0, count);
        return values;
    }
}
