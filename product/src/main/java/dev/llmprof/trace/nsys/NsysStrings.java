package dev.llmprof.trace.nsys;

import dev.llmprof.table.LongIndex;
import dev.llmprof.table.Symbols;
import dev.llmprof.trace.sqlite.SqliteFile;
import dev.llmprof.trace.sqlite.SqliteRows;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The export's StringIds. Only texts that an event names become symbols: the table also holds what
/// the program printed.
final class NsysStrings {
    private static final int UNUSED = -1;

    private final LongIndex rows = new LongIndex();
    private final List<byte[]> texts = new ArrayList<>();
    private final Symbols.Builder symbols;
    private final int[] codes;
    private final int empty;

    NsysStrings(SqliteFile file, Symbols.Builder symbols) {
        this.symbols = symbols;
        this.empty = symbols.intern("");
        var strings = file.rows("StringIds", "id", "value");
        while (strings.next()) {
            if (strings.isText(1) && rows.putIfAbsent(strings.integer(0), texts.size())) {
                int from = strings.textFrom(1);
                texts.add(Arrays.copyOfRange(strings.record(), from, from + strings.textLength(1)));
            }
        }
        codes = new int[texts.size()];
        Arrays.fill(codes, UNUSED);
    }

    /// The symbol of a string id; that of the empty text where the id is unknown.
    int code(long id) {
        int row = rows.get(id);
        if (row == LongIndex.NONE) {
            return empty;
        }
        if (codes[row] == UNUSED) {
            byte[] text = texts.get(row);
            codes[row] = symbols.intern(text, 0, text.length);
        }
        return codes[row];
    }

    String text(long id) {
        int row = rows.get(id);
        return row == LongIndex.NONE ? "" : new String(texts.get(row), StandardCharsets.UTF_8);
    }

    int code(String text) {
        return symbols.intern(text);
    }

    /// The registered text where the row names one, else the text it carries itself.
    int code(SqliteRows rows, int idSlot, int textSlot) {
        if (!rows.isNull(idSlot)) {
            return code(rows.integer(idSlot));
        }
        if (!rows.isText(textSlot)) {
            return empty;
        }
        int from = rows.textFrom(textSlot);
        return symbols.intern(rows.record(), from, from + rows.textLength(textSlot));
    }

    Symbols.Builder symbols() {
        return symbols;
    }
}
